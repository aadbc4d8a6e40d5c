package dev.cobnut.framework.journal;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A part of a lookup's group, in the order of the items' UTF-8 bytes. UUIDv7 items are in the
/// order of time.
///
/// @param after only items larger than this one; null for no bound
/// @param before only items smaller than this one; null for no bound
/// @param ascending true for the smallest item first
public record LookupRange(
        String lookup,
        String group,
        @Nullable String after,
        @Nullable String before,
        boolean ascending) {

    /// What comes behind an item.
    public LookupRange behind(String item) {
        return new LookupRange(
                lookup, group, ascending ? item : after, ascending ? before : item, ascending);
    }

    /// Its parameters are name, group, the bounds that are there, and the most items.
    String select() {
        return "SELECT item FROM lookups WHERE name = ? AND grp = ?"
                + (after == null ? "" : " AND item > ?")
                + (before == null ? "" : " AND item < ?")
                + (ascending ? " ORDER BY item LIMIT ?" : " ORDER BY item DESC LIMIT ?");
    }

    void bind(PreparedStatement select, int limit) throws SQLException {
        int parameter = 1;
        select.setString(parameter++, lookup);
        select.setString(parameter++, group);
        if (after != null) {
            select.setString(parameter++, after);
        }
        if (before != null) {
            select.setString(parameter++, before);
        }
        select.setInt(parameter, limit);
    }
}
