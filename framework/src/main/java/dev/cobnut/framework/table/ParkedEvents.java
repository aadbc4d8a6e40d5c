package dev.cobnut.framework.table;

import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.ArrayList;
import java.util.List;

/// The parked streams of a build: each from the event that could not be applied.
///
/// @param streams one text per stream: stream, version, type, failure, separated by tabs
record ParkedEvents(long build, List<String> streams) {

    static final class Serializer implements CompactSerializer<ParkedEvents> {

        @Override
        public ParkedEvents read(CompactReader reader) {
            List<String> streams = new ArrayList<>();
            String[] stored = reader.readArrayOfString("streams");
            if (stored != null) {
                streams.addAll(List.of(stored));
            }
            return new ParkedEvents(reader.readInt64("build"), streams);
        }

        @Override
        public void write(CompactWriter writer, ParkedEvents parked) {
            writer.writeInt64("build", parked.build);
            writer.writeArrayOfString("streams", parked.streams.toArray(String[]::new));
        }

        @Override
        public String getTypeName() {
            return "cobnut.table.parked";
        }

        @Override
        public Class<ParkedEvents> getCompactClass() {
            return ParkedEvents.class;
        }
    }
}
