package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Puts an entry under the key on which it runs, and replaces the one that was there. A new entry
/// is put only when the [OutboxRoom] of the partition's owner has a place. The result is [#REFUSED]
/// when it has none.
final class PutEntry
        implements EntryProcessor<String, OutboxEntry, Boolean>, HazelcastInstanceAware {

    static final Boolean REFUSED = false;

    private final OutboxEntry entry;
    private transient @Nullable HazelcastInstance owner;

    PutEntry(OutboxEntry entry) {
        this.entry = entry;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        owner = hazelcast;
    }

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, OutboxEntry> target) {
        if (target.getValue() == null && !hasRoom()) {
            return REFUSED;
        }
        target.setValue(entry);
        return null;
    }

    /// A member that has no feed yet, and a single node, set no limit here.
    private boolean hasRoom() {
        HazelcastInstance hazelcast = owner;
        return hazelcast == null
                || !(hazelcast.getUserContext().get(OutboxRoom.CONTEXT_KEY)
                        instanceof OutboxRoom room)
                || room.take(entry.event().payload().length());
    }

    /// Used for a partition of another member; a partition of this member gets the object itself.
    /// Members of an earlier version write a field "needsRoom", too, which is false for backups; it
    /// is not read.
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
