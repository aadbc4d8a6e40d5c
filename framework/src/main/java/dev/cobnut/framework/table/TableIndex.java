package dev.cobnut.framework.table;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// An index of a table: one text per row ([IndexKey]), in a SORTED index of the map.
///
/// @param order null when the rows of a group have no order
record TableIndex<R>(
        String name,
        Function<R, @Nullable Object> group,
        @Nullable Function<R, @Nullable Object> order) {

    /// @return null when the row is not in this index
    /// @throws IllegalArgumentException when a value has a type that has no order here
    @Nullable String keyOf(R row) {
        Object groupOfRow = group.apply(row);
        if (groupOfRow == null) {
            return null;
        }
        Function<R, @Nullable Object> by = order;
        if (by == null) {
            return IndexKey.of(groupOfRow, null);
        }
        Object orderOfRow = by.apply(row);
        return orderOfRow == null ? null : IndexKey.of(groupOfRow, orderOfRow);
    }
}
