package dev.cobnut.framework.outbox;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import dev.cobnut.framework.event.EventFormat;
import java.util.Objects;

/// [OutboxEntry] in Hazelcast's Compact format. The indexed field can be read without decoding the
/// event.
///
/// Members of earlier versions kept parked entries in the map, with a status, a count of attempts
/// and a failure. They still find these fields. What they have parked is pending here.
final class OutboxEntrySerializer implements CompactSerializer<OutboxEntry> {

    private static final String STATUS = "status";
    private static final String PENDING = "PENDING";
    static final String CREATED_AT = "createdAt";

    @Override
    public OutboxEntry read(CompactReader reader) {
        return new OutboxEntry(
                EventFormat.decode(Objects.requireNonNull(reader.readArrayOfInt8("event"))),
                reader.readInt64(CREATED_AT));
    }

    @Override
    public void write(CompactWriter writer, OutboxEntry entry) {
        writer.writeString(STATUS, PENDING);
        writer.writeInt64(CREATED_AT, entry.createdAt());
        writer.writeInt32("attempts", 0);
        writer.writeString("failure", null);
        writer.writeArrayOfInt8("event", EventFormat.encode(entry.event()));
    }

    @Override
    public String getTypeName() {
        return "cobnut.outbox.entry";
    }

    @Override
    public Class<OutboxEntry> getCompactClass() {
        return OutboxEntry.class;
    }
}
