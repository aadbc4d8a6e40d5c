package dev.cobnut.framework.event;

import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Folds a stream: applies its events, in order, to a state. Reads page by page, so that a long
/// stream is never in memory as a whole.
public final class StreamFold {

    /// Most events of one page.
    public static final int PAGE_EVENTS_MAX = 500;

    private StreamFold() {}

    /// Reads events of one stream.
    @FunctionalInterface
    public interface Pages {

        /// @param afterVersion 0 for the beginning
        /// @param limit most events to return; fewer mean that the stream ends with them
        List<RecordedEvent> read(long afterVersion, int limit);
    }

    /// @param from the state to begin with; null for the beginning of the stream
    /// @param upToVersion the last version that is applied; `Long.MAX_VALUE` for all of them
    /// @param evolve the state after an event; its state is null before the first event
    /// @return null when the stream does not exist
    public static <S> @Nullable Versioned<S> fold(
            @Nullable Versioned<S> from,
            long upToVersion,
            Pages pages,
            BiFunction<@Nullable S, RecordedEvent, S> evolve) {
        S state = from == null ? null : from.state();
        long version = from == null ? 0 : from.version();
        while (version < upToVersion) {
            int limit = (int) Math.min(PAGE_EVENTS_MAX, upToVersion - version);
            List<RecordedEvent> events = pages.read(version, limit);
            for (RecordedEvent event : events) {
                state = evolve.apply(state, event);
                version = event.version();
            }
            if (events.size() < limit) {
                break;
            }
        }
        return state == null ? null : new Versioned<>(state, version);
    }
}
