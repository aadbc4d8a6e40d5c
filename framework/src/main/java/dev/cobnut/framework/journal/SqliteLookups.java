package dev.cobnut.framework.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// The lookups of a journal in SQLite, whose rows are written in two steps ([PendingRows]). The
/// rows of one event lie far from each other: under its customer, under its product.
///
/// A publication appends its changes as one row to `lookup_changes`; merges write them into
/// `lookups`. Whoever sees an event as published finds its rows.
///
/// Readers use [#find] and [#found]. Everything else belongs to the writer's thread.
final class SqliteLookups implements PendingRows.Appended {

    /// Changes in memory from which on they are merged. With more, more of them share a page of the
    /// table, the memory has more, and the next start reads more.
    static final int MERGE_AT = 262_144;

    private final LookupGroups waiting;
    private final PendingRows<LookupChange> pending;

    /// Of the last row of `lookup_changes`.
    private long lastId;

    /// Reads what waits.
    ///
    /// @param mergeAt changes in memory from which on they are merged
    SqliteLookups(Connection connection, int mergeAt) throws SQLException {
        LookupGroups.Loading loading = new LookupGroups.Loading();
        try (PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT id, changes FROM lookup_changes ORDER BY id");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                lastId = row.getLong(1);
                loading.add(LookupChangesFormat.decode(row.getBytes(2)));
            }
        } catch (IllegalArgumentException e) {
            throw new SQLException("row " + lastId + " of lookup_changes: " + e.getMessage(), e);
        }
        waiting = loading.end(mergeAt);
        pending = new PendingRows<>(waiting, this);
    }

    /// What waits, with the steps of the transaction and of a merge.
    PendingRows<LookupChange> pending() {
        return pending;
    }

    /// Writes changes in the order in which they are to be applied; the last one of a row counts.
    ///
    /// @return number of changed rows
    int change(SqliteStatements statements, List<LookupChange> changes) throws SQLException {
        if (changes.isEmpty()) {
            return 0;
        }
        statements.insertLookupChanges(++lastId, LookupChangesFormat.encode(changes));
        changes.forEach(pending::stage);
        return 1;
    }

    @Override
    public long last() {
        return lastId;
    }

    /// Deletes the rows of `lookup_changes` that are merged.
    @Override
    public int end(SqliteStatements statements, long through, int most) throws SQLException {
        return statements.deleteLookupChanges(through, most);
    }

    /// Items of a part of a lookup's group, in its order.
    ///
    /// @param limit most items to return, from 1
    List<String> find(SqliteReaders readers, LookupRange range, int limit) {
        Comparator<String> rising = LookupOrder::compareTexts;
        Comparator<String> order = range.ascending() ? rising : rising.reversed();
        NavigableSet<String> items = new TreeSet<>(order);
        Set<String> removed = new HashSet<>();
        Iterator<LookupItems.Change> changes = waiting.changes(range);
        while (items.size() < limit && changes.hasNext()) {
            LookupItems.Change change = changes.next();
            (change.isPut() ? items : removed).add(change.item());
        }
        List<String> stored = readers.ask(reader -> reader.findInLookup(range, removed, limit));
        if (items.isEmpty()) {
            return stored;
        }
        items.addAll(stored);
        return items.stream().limit(limit).toList();
    }

    /// Those of the items that are in a lookup's group.
    Set<String> found(
            SqliteReaders readers, String lookup, String group, Collection<String> items) {
        Set<String> found = HashSet.newHashSet(items.size());
        List<String> others = new ArrayList<>();
        for (String item : items) {
            Boolean isPut = waiting.find(lookup, group, item);
            if (isPut == null) {
                others.add(item);
            } else if (isPut) {
                found.add(item);
            }
        }
        if (!others.isEmpty()) {
            found.addAll(readers.ask(reader -> reader.foundInLookup(lookup, group, others)));
        }
        return found;
    }
}
