package dev.cobnut.framework.table;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A row as the map has it.
///
/// ```text
/// position  position of the last event that wrote the row
/// value     JSON, UTF-8; null for the mark of a deleted row
/// k0 … k7   one text per index of the table (IndexKey); null when the row is not in it, or the
///           table has fewer indexes
/// ```
///
/// @param keys one per index, and maybe nulls after them
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record TableRow(long position, byte @Nullable [] value, List<@Nullable String> keys) {

    /// What a row counts besides its content against limits of memory.
    private static final int OVERHEAD_BYTES = 200;

    /// The name of an index's attribute.
    static String attribute(int index) {
        return "k" + index;
    }

    /// A deleted row.
    static TableRow deleted(long position) {
        return new TableRow(position, null, List.of());
    }

    int bytes() {
        byte[] content = value;
        int bytes = OVERHEAD_BYTES + (content == null ? 0 : content.length);
        for (String key : keys) {
            bytes += key == null ? 0 : 2 * key.length();
        }
        return bytes;
    }

    static final class Serializer implements CompactSerializer<TableRow> {

        @Override
        public TableRow read(CompactReader reader) {
            List<@Nullable String> keys = new ArrayList<>(Table.INDEXES_MAX);
            for (int i = 0; i < Table.INDEXES_MAX; i++) {
                keys.add(reader.readString(attribute(i)));
            }
            return new TableRow(
                    reader.readInt64("position"), reader.readArrayOfInt8("value"), keys);
        }

        @Override
        public void write(CompactWriter writer, TableRow row) {
            writer.writeInt64("position", row.position);
            writer.writeArrayOfInt8("value", row.value);
            // Every row of every table has one shape, because Hazelcast keeps one per class.
            for (int i = 0; i < Table.INDEXES_MAX; i++) {
                writer.writeString(attribute(i), i < row.keys.size() ? row.keys.get(i) : null);
            }
        }

        @Override
        public String getTypeName() {
            return "cobnut.table.row";
        }

        @Override
        public Class<TableRow> getCompactClass() {
            return TableRow.class;
        }
    }
}
