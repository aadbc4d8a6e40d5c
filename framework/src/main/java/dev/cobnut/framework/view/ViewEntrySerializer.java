package dev.cobnut.framework.view;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import dev.cobnut.framework.event.Payload;
import java.util.Objects;

/// [ViewEntry] in Hazelcast's Compact format.
final class ViewEntrySerializer implements CompactSerializer<ViewEntry> {

    @Override
    public ViewEntry read(CompactReader reader) {
        return new ViewEntry(
                reader.readInt64("version"),
                Payload.of(Objects.requireNonNull(reader.readArrayOfInt8("value"))));
    }

    @Override
    public void write(CompactWriter writer, ViewEntry entry) {
        writer.writeInt64("version", entry.version());
        writer.writeArrayOfInt8("value", entry.value().bytes());
    }

    @Override
    public String getTypeName() {
        return "cobnut.view.entry";
    }

    @Override
    public Class<ViewEntry> getCompactClass() {
        return ViewEntry.class;
    }
}
