package dev.cobnut.framework.eventstore;

import com.hazelcast.map.EntryProcessor;
import java.io.Serial;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts committed events behind what the entry of their stream has. Absolute and versioned: run
/// twice, or late, it changes nothing. A stream that is not in memory gets an entry of only these
/// events, so that a reader who loads it at the same time cannot put an older one there.
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
        if (current == null || later.lastVersion() > current.lastVersion()) {
            entry.setValue((current == null ? later : current.then(later)).tail(eventsMax));
        }
    }
}
