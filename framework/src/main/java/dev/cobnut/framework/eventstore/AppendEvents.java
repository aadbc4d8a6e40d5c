package dev.cobnut.framework.eventstore;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.io.Serial;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Puts committed events behind what the copy of their stream has. Absolute and versioned: run
/// twice, or late, it changes nothing. A stream that is not in memory gets a copy of only these
/// events, so that a reader who loads it at the same time cannot put an older one there. A copy of
/// the last events only is replaced by one that ends with the same version and begins earlier.
final class AppendEvents implements EntryProcessor<String, StreamEntry, Boolean> {

    @Serial private static final long serialVersionUID = 1L;

    private final StreamEntry later;
    private final int eventsMax;

    /// Only on the member that made it; a partition elsewhere has nobody to tell.
    private final transient @Nullable StreamsObserver observer;

    AppendEvents(StreamEntry later, int eventsMax, @Nullable StreamsObserver observer) {
        this.later = later;
        this.eventsMax = eventsMax;
        this.observer = observer;
    }

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, StreamEntry> entry) {
        if (observer == null) {
            append(entry);
        } else {
            long start = System.nanoTime();
            append(entry);
            observer.appended(System.nanoTime() - start);
        }
        return null;
    }

    private void append(Map.Entry<String, StreamEntry> entry) {
        StreamEntry current = entry.getValue();
        if (current == null) {
            entry.setValue(later.tail(eventsMax));
        } else if (later.lastVersion() > current.lastVersion()) {
            entry.setValue(current.then(later).tail(eventsMax));
        } else if (later.lastVersion() == current.lastVersion()
                && later.firstVersion() < current.firstVersion()) {
            entry.setValue(later.tail(eventsMax));
        }
    }

    /// For a partition of another member; one of this member gets the object.
    static final class Serializer implements CompactSerializer<AppendEvents> {

        @Override
        public AppendEvents read(CompactReader reader) {
            StreamEntry later = reader.readCompact("later");
            return new AppendEvents(
                    Objects.requireNonNull(later), reader.readInt32("eventsMax"), null);
        }

        @Override
        public void write(CompactWriter writer, AppendEvents append) {
            writer.writeCompact("later", append.later);
            writer.writeInt32("eventsMax", append.eventsMax);
        }

        @Override
        public String getTypeName() {
            return "cobnut.stream.append";
        }

        @Override
        public Class<AppendEvents> getCompactClass() {
            return AppendEvents.class;
        }
    }
}
