package dev.cobnut.framework.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query through an index of a table. `group` is given first. Every method but the last one
/// returns another query.
///
/// @param <R> the row
public final class TableQuery<R> {

    /// Most rows of one answer.
    public static final int ROWS_MAX = 10_000;

    private final TableReader<R> reader;
    private final int number;
    private final TableIndex<R> index;
    private final @Nullable Object group;
    private final @Nullable Object from;
    private final @Nullable Object below;

    TableQuery(TableReader<R> reader, int number, TableIndex<R> index) {
        this(reader, number, index, null, null, null);
    }

    private TableQuery(
            TableReader<R> reader,
            int number,
            TableIndex<R> index,
            @Nullable Object group,
            @Nullable Object from,
            @Nullable Object below) {
        this.reader = reader;
        this.number = number;
        this.index = index;
        this.group = group;
        this.from = from;
        this.below = below;
    }

    /// The rows of this group.
    ///
    /// @throws IllegalArgumentException when the groups of the index have another type
    public TableQuery<R> group(Object only) {
        return new TableQuery<>(reader, number, index, index.requireGroup(only), from, below);
    }

    /// Those whose order is this one or larger.
    ///
    /// @throws IllegalArgumentException when the index has no order, or orders of another type
    public TableQuery<R> from(Object order) {
        return new TableQuery<>(reader, number, index, group, index.requireOrder(order), below);
    }

    /// Those whose order is smaller than this one.
    ///
    /// @throws IllegalArgumentException when the index has no order, or orders of another type
    public TableQuery<R> below(Object order) {
        return new TableQuery<>(reader, number, index, group, from, index.requireOrder(order));
    }

    /// The first rows in the order of the index; rows of the same order come by their keys. The
    /// cost grows with the number of rows that match, not with the size of the table.
    ///
    /// @param rows most rows to return, from 1 to [#ROWS_MAX]
    /// @throws TableBuildingException while the first build runs
    public List<R> limit(int rows) {
        if (rows < 1 || rows > ROWS_MAX) {
            throw new IllegalArgumentException(
                    "a query returns 1 to " + ROWS_MAX + " rows, but " + rows + " were asked for");
        }
        return reader.find(number, lower(), upper(), rows);
    }

    /// Number of rows that match.
    ///
    /// @throws TableBuildingException while the first build runs
    public long count() {
        return reader.count(number, lower(), upper());
    }

    private String lower() {
        return IndexKey.from(requireGroup(), from);
    }

    private String upper() {
        return IndexKey.below(requireGroup(), below);
    }

    private Object requireGroup() {
        if (group == null) {
            throw new IllegalArgumentException(
                    "a query of the index " + index.name() + " needs a group: call group(…) first");
        }
        return group;
    }
}
