package dev.cobnut.framework.view;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Puts an entry unless the map has one of the same or a higher version. So an entry never goes
/// back to an older version, even when this runs twice, late, or while a query or another member
/// folds the same stream. An entry that cannot be read counts as missing.
record PutNewer(ViewEntry entry) implements EntryProcessor<String, Object, Boolean> {

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, Object> target) {
        if (entry.isNewerThan(target.getValue() instanceof ViewEntry current ? current : null)) {
            target.setValue(entry);
        }
        return null;
    }

    static final class Serializer implements CompactSerializer<PutNewer> {

        private static final String ENTRY = "entry";

        @Override
        public PutNewer read(CompactReader reader) {
            ViewEntry entry = reader.readCompact(ENTRY);
            return new PutNewer(Objects.requireNonNull(entry));
        }

        @Override
        public void write(CompactWriter writer, PutNewer put) {
            writer.writeCompact(ENTRY, put.entry);
        }

        @Override
        public String getTypeName() {
            return "cobnut.view.put-newer";
        }

        @Override
        public Class<PutNewer> getCompactClass() {
            return PutNewer.class;
        }
    }
}
