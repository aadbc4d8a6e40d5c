package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CaughtUp;
import dev.cobnut.framework.journal.Consumer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The streams that a consumer cannot be caught up with, and the pause until they are tried again.
/// The pause doubles while all of them fail again. It ends early when the consumer misses others,
/// and there is none after a success. For one thread.
final class Setback {

    static final Duration PAUSE_MAX = Duration.ofMinutes(10);

    /// Most streams whose recorded failure is remembered. The others are missed already, and are
    /// not recorded again.
    private static final int REMEMBERED_MAX = 1_000;

    private static final Logger LOG = System.getLogger(CatchUp.class.getName());

    private final Consumer consumer;
    private final Duration interval;
    private final LongSupplier nanoTime;
    private final Map<StreamId, CaughtUp> recorded = new HashMap<>();
    private long pauseNanos; // 0 for none
    private long pausedAtNanos;
    private long missedAtPause;
    private boolean isTold;

    /// @param interval the first pause
    /// @param nanoTime as [System#nanoTime]
    Setback(Consumer consumer, Duration interval, LongSupplier nanoTime) {
        this.consumer = consumer;
        this.interval = interval;
        this.nanoTime = nanoTime;
    }

    /// @param missed counts the streams that the consumer has missed; asked during a pause only
    boolean isPaused(LongSupplier missed) {
        if (pauseNanos == 0 || nanoTime.getAsLong() - pausedAtNanos >= pauseNanos) {
            return false;
        }
        if (missed.getAsLong() == missedAtPause) {
            return true;
        }
        pauseNanos = 0;
        return false;
    }

    /// True when the failure of a missed stream need not be recorded: it was, with the same rows,
    /// or too many are remembered to tell.
    boolean isRecorded(CaughtUp failed) {
        CaughtUp before = recorded.get(failed.stream());
        return before == null ? recorded.size() >= REMEMBERED_MAX : before.equals(failed);
    }

    /// Remembers what was recorded.
    ///
    /// @param failed those of the streams that failed
    void recorded(List<CaughtUp> streams, Set<StreamId> failed) {
        streams.forEach(stream -> recorded.remove(stream.stream()));
        for (CaughtUp stream : streams) {
            if (recorded.size() < REMEMBERED_MAX && failed.contains(stream.stream())) {
                recorded.put(stream.stream(), stream);
            }
        }
    }

    /// Every missed stream was tried.
    void tried(Tried all) {
        if (all.missed == 0 || all.failed < all.streams) {
            pauseNanos = 0;
        } else {
            pauseNanos =
                    pauseNanos == 0
                            ? interval.toNanos()
                            : Math.min(2 * pauseNanos, PAUSE_MAX.toNanos());
            pausedAtNanos = nanoTime.getAsLong();
            missedAtPause = all.missed;
        }
        tell(all);
    }

    /// Says it once, until there was a turn in which nothing failed.
    private void tell(Tried all) {
        Failed first = all.first;
        if (first != null && !isTold) {
            LOG.log(
                    Level.WARNING,
                    "the view "
                            + consumer
                            + " cannot be caught up with "
                            + all.failed
                            + (all.failed == 1 ? " stream" : " streams")
                            + ", first of all "
                            + first.stream
                            + ": "
                            + first.cause.getMessage()
                            + "; its lists lack them, and they are tried again after longer and"
                            + " longer pauses",
                    first.cause);
        }
        isTold = first != null;
    }

    /// A stream that cannot be caught up.
    record Failed(StreamId stream, Throwable cause) {}

    /// What became of missed streams.
    ///
    /// @param streams number of those that were folded
    /// @param failed number of those with an event that cannot be applied
    /// @param missed number of those that are missed afterwards
    record Tried(int streams, int failed, long missed, @Nullable Failed first) {

        static final Tried NONE = new Tried(0, 0, 0, null);

        Tried and(Tried later) {
            return new Tried(
                    streams + later.streams,
                    failed + later.failed,
                    missed + later.missed,
                    first == null ? later.first : first);
        }
    }
}
