package dev.cobnut.framework.table;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// How far a build of a table is. Values of the map `tables`.
///
/// @param build names the map of the rows
/// @param position events through it are in the rows or belong to parked streams
/// @param lastEvent the event at the position; null at position 0
/// @param through the journal's last position when it was last asked
/// @param buildMillis time that the build has taken so far
/// @param parked number of parked streams
/// @param stopped why the table does not go on; null while it does
record TableState(
        long build,
        long position,
        @Nullable UUID lastEvent,
        long through,
        long buildMillis,
        int parked,
        @Nullable String stopped) {

    static final class Serializer implements CompactSerializer<TableState> {

        @Override
        public TableState read(CompactReader reader) {
            String event = reader.readString("lastEvent");
            return new TableState(
                    reader.readInt64("build"),
                    reader.readInt64("position"),
                    event == null ? null : UUID.fromString(event),
                    reader.readInt64("through"),
                    reader.readInt64("buildMillis"),
                    reader.readInt32("parked"),
                    reader.readString("stopped"));
        }

        @Override
        public void write(CompactWriter writer, TableState state) {
            writer.writeInt64("build", state.build);
            writer.writeInt64("position", state.position);
            writer.writeString("lastEvent", text(state.lastEvent));
            writer.writeInt64("through", state.through);
            writer.writeInt64("buildMillis", state.buildMillis);
            writer.writeInt32("parked", state.parked);
            writer.writeString("stopped", state.stopped);
        }

        private static @Nullable String text(@Nullable UUID event) {
            return event == null ? null : Objects.toString(event);
        }

        @Override
        public String getTypeName() {
            return "cobnut.table.state";
        }

        @Override
        public Class<TableState> getCompactClass() {
            return TableState.class;
        }
    }
}
