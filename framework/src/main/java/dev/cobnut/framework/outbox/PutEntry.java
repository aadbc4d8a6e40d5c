package dev.cobnut.framework.outbox;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Puts an entry under the key on which it runs, and replaces the one that was there.
record PutEntry(OutboxEntry entry) implements EntryProcessor<String, OutboxEntry, Boolean> {

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, OutboxEntry> target) {
        target.setValue(entry);
        return null;
    }

    /// Used for a partition of another member; a partition of this member gets the object itself.
    static final class Serializer implements CompactSerializer<PutEntry> {

        private static final String ENTRY = "entry";

        @Override
        public PutEntry read(CompactReader reader) {
            OutboxEntry entry = reader.readCompact(ENTRY);
            return new PutEntry(Objects.requireNonNull(entry));
        }

        @Override
        public void write(CompactWriter writer, PutEntry put) {
            writer.writeCompact(ENTRY, put.entry);
        }

        @Override
        public String getTypeName() {
            return "cobnut.outbox.put";
        }

        @Override
        public Class<PutEntry> getCompactClass() {
            return PutEntry.class;
        }
    }
}
