package dev.cobnut.framework.eventstore;

import com.hazelcast.map.EntryProcessor;
import java.io.Serial;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// [AppendEvents] for many streams at once. It stays on its node: only a node that joins nobody
/// sends operations on many keys together.
///
/// @param later what is appended, by stream
@SuppressWarnings("serial") // it is not sent
record AppendAllEvents(
        Map<String, StreamEntry> later, int eventsMax, @Nullable StreamsObserver observer)
        implements EntryProcessor<String, StreamEntry, Boolean> {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, StreamEntry> copy) {
        StreamEntry events = later.get(copy.getKey());
        return events == null ? null : new AppendEvents(events, eventsMax, observer).process(copy);
    }
}
