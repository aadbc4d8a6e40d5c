package dev.cobnut.framework.view;

import com.hazelcast.nio.serialization.FieldKind;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import dev.cobnut.framework.event.Payload;

/// [ViewEntry] in Hazelcast's Compact format. An entry of another shape is read as
/// [ViewEntry#UNREADABLE]: an exception would fail the map operation, and with it a page or a query
/// of many streams.
final class ViewEntrySerializer implements CompactSerializer<ViewEntry> {

    private static final String VERSION = "version";
    private static final String VALUE = "value";

    /// Entries that an older version has written do not have this field.
    private static final String BEHIND = "behind";

    @Override
    public ViewEntry read(CompactReader reader) {
        if (reader.getFieldKind(VERSION) != FieldKind.INT64
                || reader.getFieldKind(VALUE) != FieldKind.ARRAY_OF_INT8) {
            return ViewEntry.UNREADABLE;
        }
        byte[] value = reader.readArrayOfInt8(VALUE);
        return value == null
                ? ViewEntry.UNREADABLE
                : new ViewEntry(
                        reader.readInt64(VERSION),
                        Payload.of(value),
                        reader.getFieldKind(BEHIND) == FieldKind.BOOLEAN
                                && reader.readBoolean(BEHIND));
    }

    @Override
    public void write(CompactWriter writer, ViewEntry entry) {
        writer.writeInt64(VERSION, entry.version());
        writer.writeArrayOfInt8(VALUE, entry.value().bytes());
        writer.writeBoolean(BEHIND, entry.behind());
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
