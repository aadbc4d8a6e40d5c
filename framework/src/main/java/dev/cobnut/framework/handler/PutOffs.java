package dev.cobnut.framework.handler;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The streams of a handler that wait because of a [RetryLaterException], and what operators are
/// told about it. Used by the handler's thread; only [#waiting] is for any thread.
final class PutOffs {

    /// Shortest time between two lines of the log. All streams meet the same pause.
    static final Duration TOLD_EVERY = Duration.ofMinutes(1);

    private static final Logger LOG = System.getLogger(PutOffs.class.getName());

    /// A pause of one stream.
    private record Pause(String reason, long endNanos) {}

    private final String handler;
    private final Level level;
    private final LongSupplier nanoTime;

    /// The pause that was asked for last comes last.
    private final LinkedHashMap<StreamLane, Pause> pauses = new LinkedHashMap<>();

    private volatile @Nullable Pause last;
    private @Nullable Long toldAtNanos;

    /// @param level of the line of the log
    PutOffs(String handler, Level level, LongSupplier nanoTime) {
        this.handler = handler;
        this.level = level;
        this.nanoTime = nanoTime;
    }

    /// @param pauseNanos from now on
    void add(StreamLane lane, String reason, long pauseNanos) {
        long now = nanoTime.getAsLong();
        Pause pause = new Pause(reason, now + pauseNanos);
        pauses.putLast(lane, pause);
        last = pause;
        Long told = toldAtNanos;
        boolean tells = told == null || now - told >= TOLD_EVERY.toNanos();
        if (tells) {
            toldAtNanos = now;
        }
        LOG.log(
                tells ? level : Level.DEBUG,
                "the handler {0} waits for {1}: {2}; it goes on with {3} at version {4} then",
                handler,
                Duration.ofNanos(pauseNanos),
                reason,
                lane.stream(),
                Long.toString(lane.first().version()));
    }

    /// The stream waits no more: an event was handled, or failed in another way.
    void remove(StreamLane lane) {
        if (pauses.isEmpty() || pauses.remove(lane) == null) {
            return;
        }
        last = pauses.isEmpty() ? null : pauses.lastEntry().getValue();
    }

    /// The pause that was asked for last. Nothing is left of it while the event is tried again.
    ///
    /// @return null when no stream waits
    HandlerStatus.@Nullable Waiting waiting() {
        Pause pause = last;
        return pause == null
                ? null
                : new HandlerStatus.Waiting(
                        pause.reason(),
                        Duration.ofNanos(Math.max(0, pause.endNanos() - nanoTime.getAsLong())));
    }
}
