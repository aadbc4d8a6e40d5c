package dev.cobnut.framework.outbox;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.FieldKind;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Puts an entry under the key on which it runs, and replaces the one that was there. A new entry
/// is put only when the [OutboxRoom] of the partition's owner has a place. The result is [#REFUSED]
/// when it has none. The backup follows the owner.
final class PutEntry
        implements EntryProcessor<String, OutboxEntry, Boolean>, HazelcastInstanceAware {

    static final Boolean REFUSED = false;

    private final OutboxEntry entry;
    private final boolean needsRoom;
    private transient @Nullable HazelcastInstance owner;

    PutEntry(OutboxEntry entry) {
        this(entry, true);
    }

    private PutEntry(OutboxEntry entry, boolean needsRoom) {
        this.entry = entry;
        this.needsRoom = needsRoom;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        owner = hazelcast;
    }

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, OutboxEntry> target) {
        if (needsRoom && target.getValue() == null && !hasRoom()) {
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

    @Override
    public EntryProcessor<String, OutboxEntry, Boolean> getBackupProcessor() {
        return new PutEntry(entry, false);
    }

    /// Used for a partition of another member; a partition of this member gets the object itself.
    static final class Serializer implements CompactSerializer<PutEntry> {

        private static final String ENTRY = "entry";
        private static final String NEEDS_ROOM = "needsRoom";

        /// A member of an earlier version does not write whether room is needed.
        @Override
        public PutEntry read(CompactReader reader) {
            OutboxEntry entry = reader.readCompact(ENTRY);
            boolean needsRoom =
                    reader.getFieldKind(NEEDS_ROOM) != FieldKind.BOOLEAN
                            || reader.readBoolean(NEEDS_ROOM);
            return new PutEntry(Objects.requireNonNull(entry), needsRoom);
        }

        @Override
        public void write(CompactWriter writer, PutEntry put) {
            writer.writeCompact(ENTRY, put.entry);
            writer.writeBoolean(NEEDS_ROOM, put.needsRoom);
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
