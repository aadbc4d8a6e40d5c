package dev.cobnut.framework.eventstore;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.compact.CompactReader;
import com.hazelcast.nio.serialization.compact.CompactSerializer;
import com.hazelcast.nio.serialization.compact.CompactWriter;
import java.io.Serial;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Appends committed events to the copy of their stream. It compares versions, so a second or a
/// late run changes nothing. A stream without a copy gets one with only these events. So a reader
/// that loads the stream at the same time cannot put an older copy there. A copy is also replaced
/// by one that ends with the same version and begins earlier.
final class AppendEvents implements EntryProcessor<String, StreamEntry, Boolean> {

    @Serial private static final long serialVersionUID = 1L;

    private final StreamEntry later;
    private final int eventsMax;

    /// Not sent to other members: null on the partition of another member.
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

    /// Used for a partition of another member; a partition of this member gets the object itself.
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
