package dev.cobnut.framework.eventstore;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.Objects;

/// [StreamEntry] in Hazelcast's Compact format.
final class StreamEntrySerializer implements CompactSerializer<StreamEntry> {

    @Override
    public StreamEntry read(CompactReader reader) {
        return new StreamEntry(
                reader.readInt64("firstVersion"),
                reader.readInt64("lastVersion"),
                Objects.requireNonNull(reader.readArrayOfInt8("frames")));
    }

    @Override
    public void write(CompactWriter writer, StreamEntry entry) {
        writer.writeInt64("firstVersion", entry.firstVersion());
        writer.writeInt64("lastVersion", entry.lastVersion());
        writer.writeArrayOfInt8("frames", entry.frames());
    }

    @Override
    public String getTypeName() {
        return "cobnut.stream.entry";
    }

    @Override
    public Class<StreamEntry> getCompactClass() {
        return StreamEntry.class;
    }
}
