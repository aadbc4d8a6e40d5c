package dev.cobnut.framework.table;

import dev.cobnut.framework.event.UnusableDomainException;
import org.jspecify.annotations.Nullable;

/// An index of a table: one text per row ([IndexKey]), in a SORTED index of the map.
///
/// @param groupType null when it is not known
/// @param order null when the rows of a group have no order
/// @param orderType null when it is not known
record TableIndex<R>(
        String name,
        IndexValue<R, ?> group,
        @Nullable IndexType groupType,
        @Nullable IndexValue<R, ?> order,
        @Nullable IndexType orderType) {

    /// @throws UnusableDomainException when a type has no order here
    static <R, G, O> TableIndex<R> of(
            String name, IndexValue<R, G> group, @Nullable IndexValue<R, O> order) {
        return new TableIndex<>(
                name,
                group,
                IndexType.of(group, name, "group"),
                order,
                order == null ? null : IndexType.of(order, name, "order"));
    }

    /// @return null when the row is not in this index
    /// @throws IllegalArgumentException when a value has a type that has no order here
    @Nullable String keyOf(R row) {
        Object groupOfRow = group.of(row);
        if (groupOfRow == null) {
            return null;
        }
        IndexValue<R, ?> by = order;
        if (by == null) {
            return IndexKey.of(groupOfRow, null);
        }
        Object orderOfRow = by.of(row);
        return orderOfRow == null ? null : IndexKey.of(groupOfRow, orderOfRow);
    }

    /// @throws IllegalArgumentException when no row can have this group, because of its type
    Object requireGroup(Object value) {
        return require("group", groupType, value);
    }

    /// @throws IllegalArgumentException when no row can have this order, because of its type, or
    ///   the index has none
    Object requireOrder(Object value) {
        if (order == null) {
            throw new IllegalArgumentException(
                    "the index "
                            + name
                            + " has groups without an order; declare it with a function of the order");
        }
        return require("order", orderType, value);
    }

    private Object require(String part, @Nullable IndexType type, Object value) {
        if (type != null && !type.takes(value)) {
            throw new IllegalArgumentException(
                    "the %s of the index %s has the type %s, but the query passes %s, a value of the type %s"
                            .formatted(
                                    part,
                                    name,
                                    type.declared().getSimpleName(),
                                    value,
                                    value.getClass().getSimpleName()));
        }
        return value;
    }
}
