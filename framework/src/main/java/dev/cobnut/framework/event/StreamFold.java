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
        /// @param limit most events to return; see [EventPage] for where a page ends
        List<RecordedEvent> read(long afterVersion, int limit);
    }

    /// A fold that ends at the last event that can be applied.
    ///
    /// @param state null when there is none: the stream does not exist, its first event cannot be
    ///   applied, or all of its events are of removed types ([EventCodec#removed])
    /// @param version of the last event that was applied or passed over; 0 when there is none
    /// @param stoppedBy why the next event cannot be applied: a [RuntimeException] or an [Error];
    ///   null when the fold is complete
    public record Partial<S>(@Nullable S state, long version, @Nullable Throwable stoppedBy) {

        /// The state with its version; null when there is no state.
        public @Nullable Versioned<S> reached() {
            return state == null ? null : new Versioned<>(state, version, stoppedBy != null);
        }

        /// @throws RuntimeException or [Error] when an event could not be applied
        Partial<S> orThrow() {
            return switch (stoppedBy) {
                case null -> this;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new IllegalStateException(stoppedBy);
            };
        }
    }

    /// @param from the state to begin with; null for the beginning of the stream
    /// @param upToVersion the last version that is applied; `Long.MAX_VALUE` for all of them
    /// @param evolve the state after an event; its state is null before the first event. It returns
    ///   null when an event leads to no state and there was none before
    public static <S> Partial<S> fold(
            @Nullable Versioned<S> from,
            long upToVersion,
            Pages pages,
            BiFunction<@Nullable S, RecordedEvent, @Nullable S> evolve) {
        return foldApplicable(from, upToVersion, pages, evolve).orThrow();
    }

    /// Folds up to the first event that cannot be applied. A failure of `evolve` ends the fold,
    /// unless the virtual machine itself has failed ([Failures]). A failure of `pages` is thrown.
    ///
    /// @param from the state to begin with; null for the beginning of the stream
    /// @param upToVersion the last version that is applied; `Long.MAX_VALUE` for all of them
    public static <S> Partial<S> foldApplicable(
            @Nullable Versioned<S> from,
            long upToVersion,
            Pages pages,
            BiFunction<@Nullable S, RecordedEvent, @Nullable S> evolve) {
        S state = from == null ? null : from.state();
        long version = from == null ? 0 : from.version();
        Throwable stoppedBy = null;
        boolean more = true;
        while (more && version < upToVersion) {
            int limit = (int) Math.min(PAGE_EVENTS_MAX, upToVersion - version);
            List<RecordedEvent> events = pages.read(version, limit);
            more = EventPage.isFull(events, limit);
            for (RecordedEvent event : events) {
                try {
                    state = evolve.apply(state, event);
                } catch (Throwable e) {
                    Failures.rethrowFatal(e);
                    stoppedBy = e;
                    more = false;
                    break;
                }
                version = event.version();
            }
        }
        return new Partial<>(state, version, stoppedBy);
    }
}
