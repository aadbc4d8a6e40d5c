package dev.cobnut.framework.table;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/// Writes rows of a table in the form of its map, and reads them.
final class RowFormat<R> {

    /// Most bytes of a row.
    static final int BYTES_MAX = 256 * 1_024;

    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final List<TableIndex<R>> indexes;

    RowFormat(Table<R> table) {
        this.writer = table.mapper().writerFor(table.type());
        this.reader = table.mapper().readerFor(table.type());
        this.indexes = table.indexes();
    }

    /// @param row null for a deleted row
    /// @throws RuntimeException when the row cannot be written, or a key of an index cannot be made
    TableRow encode(long position, @Nullable R row) {
        if (row == null) {
            return TableRow.deleted(position);
        }
        byte[] value = writer.writeValueAsBytes(row);
        if (value.length > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a row has at most "
                            + BYTES_MAX
                            + " bytes of JSON, but this one has "
                            + value.length);
        }
        List<@Nullable String> keys = new ArrayList<>(indexes.size());
        for (TableIndex<R> index : indexes) {
            keys.add(index.keyOf(row));
        }
        return new TableRow(position, value, keys);
    }

    /// @return null for a deleted row
    @Nullable R decode(TableRow row) {
        byte[] value = row.value();
        return value == null ? null : reader.readValue(value);
    }
}
