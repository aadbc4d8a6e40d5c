package dev.cobnut.framework.outbox;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import dev.cobnut.framework.event.EventFormat;
import java.util.Objects;

/// [OutboxEntry] in Hazelcast's Compact format. The indexed fields can be read without decoding the
/// event.
final class OutboxEntrySerializer implements CompactSerializer<OutboxEntry> {

    static final String STATUS = "status";
    static final String CREATED_AT = "createdAt";

    @Override
    public OutboxEntry read(CompactReader reader) {
        return new OutboxEntry(
                EventFormat.decode(Objects.requireNonNull(reader.readArrayOfInt8("event"))),
                OutboxStatus.valueOf(Objects.requireNonNull(reader.readString(STATUS))),
                reader.readInt64(CREATED_AT),
                reader.readInt32("attempts"),
                reader.readString("failure"));
    }

    @Override
    public void write(CompactWriter writer, OutboxEntry entry) {
        writer.writeString(STATUS, entry.status().name());
        writer.writeInt64(CREATED_AT, entry.createdAt());
        writer.writeInt32("attempts", entry.attempts());
        writer.writeString("failure", entry.failure());
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
