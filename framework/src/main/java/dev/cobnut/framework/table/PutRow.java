package dev.cobnut.framework.table;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.ExtendedMapEntry;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Puts a row unless the map has one of the same or a later event. So a write that comes late, from
/// a member that ran the table before, changes nothing. A deleted row leaves a mark with its
/// position, for longer than a write can be late.
record PutRow(TableRow row) implements EntryProcessor<String, TableRow, Boolean> {

    /// A write is given up after 60 s, and a silent member is removed before that.
    private static final long MARK_MINUTES = 5;

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, TableRow> target) {
        TableRow current = target.getValue();
        if (current == null || current.position() < row.position()) {
            if (row.value() == null) {
                ((ExtendedMapEntry<String, TableRow>) target)
                        .setValue(row, MARK_MINUTES, TimeUnit.MINUTES);
            } else if (current != null && current.value() == null) {
                ((ExtendedMapEntry<String, TableRow>) target).setValue(row, 0, TimeUnit.SECONDS);
            } else {
                target.setValue(row);
            }
        }
        return null;
    }

    static final class Serializer implements CompactSerializer<PutRow> {

        @Override
        public PutRow read(CompactReader reader) {
            TableRow row = reader.readCompact("row");
            return new PutRow(Objects.requireNonNull(row));
        }

        @Override
        public void write(CompactWriter writer, PutRow put) {
            writer.writeCompact("row", put.row);
        }

        @Override
        public String getTypeName() {
            return "cobnut.table.put-row";
        }

        @Override
        public Class<PutRow> getCompactClass() {
            return PutRow.class;
        }
    }
}
