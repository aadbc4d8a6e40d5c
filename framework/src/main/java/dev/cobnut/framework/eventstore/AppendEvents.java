package dev.cobnut.framework.eventstore;

import com.hazelcast.map.EntryProcessor;
import java.io.Serial;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts committed events behind what the entries of their streams have. Absolute and versioned: run
/// twice, or late, it changes nothing. A stream that is not in memory gets an entry of only these
/// events, so that a reader who loads it at the same time cannot put an older one there.
final class AppendEvents implements EntryProcessor<String, StreamEntry, Boolean> {

    @Serial private static final long serialVersionUID = 1L;

    private final HashMap<String, StreamEntry> laterByStream;
    private final int eventsMax;

    AppendEvents(Map<String, StreamEntry> laterByStream, int eventsMax) {
        this.laterByStream = new HashMap<>(laterByStream);
        this.eventsMax = eventsMax;
    }

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, StreamEntry> entry) {
        StreamEntry current = entry.getValue();
        StreamEntry later = laterByStream.get(entry.getKey());
        if (later != null && (current == null || later.lastVersion() > current.lastVersion())) {
            entry.setValue((current == null ? later : current.then(later)).tail(eventsMax));
        }
        return null;
    }
}
