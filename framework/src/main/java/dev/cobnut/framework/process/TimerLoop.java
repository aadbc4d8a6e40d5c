package dev.cobnut.framework.process;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.journal.CursorState;
import dev.cobnut.framework.journal.Journal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The background role of the timers of one process: while this member runs the handler of the
/// timers, it looks for those whose time has come. A failure is logged once and tried again. Two
/// members that both look do no harm: the streams of the instances decide.
///
/// A timer fires when the process has handled every event that was committed before its time, so
/// that such an event still cancels it, also after a stop. For this, the loop takes the time and
/// then the journal's last position, waits until the process is there, and fires what was due at
/// that time.
final class TimerLoop implements AutoCloseable {

    /// Pause after a failure.
    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger(TimerLoop.class.getName());

    /// Time before the second look at how far the process is. Each further one takes twice as long,
    /// at most the poll interval: an event that fails may hold its process back for long.
    private static final Duration CATCH_UP_PAUSE = Duration.ofMillis(10);

    /// @param position the journal's last one, read after the time
    private record Barrier(Instant time, long position) {}

    private final String process;
    private final DueTimers timers;
    private final Journal journal;
    private final BooleanSupplier runsHere;
    private final InstantSource clock;
    private final Duration pollInterval;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable String toldFailure;
    private @Nullable Barrier barrier;
    private Duration catchUpPause = CATCH_UP_PAUSE;

    /// @param runsHere true while this member runs the handler of the timers
    /// @param pollInterval longest time until a timer that another member has set is seen
    TimerLoop(
            String process,
            DueTimers timers,
            Journal journal,
            BooleanSupplier runsHere,
            InstantSource clock,
            Duration pollInterval) {
        this.process = process;
        this.timers = timers;
        this.journal = journal;
        this.runsHere = runsHere;
        this.clock = clock;
        this.pollInterval = pollInterval;
        this.thread =
                Thread.ofPlatform()
                        .name("cobnut-timers-" + process)
                        .daemon(true)
                        .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        Duration pause = Duration.ZERO;
        while (!isClosedAfter(pause)) {
            try {
                pause = turn();
                toldFailure = null;
            } catch (Throwable e) {
                tell(e);
                pause = FAILURE_PAUSE;
            }
        }
    }

    /// @return how long nothing is to do
    private Duration turn() {
        if (!runsHere.getAsBoolean()) {
            barrier = null;
            return pollInterval;
        }
        Barrier before = barrier;
        if (before == null) {
            Instant now = clock.instant();
            List<PendingTimer> first = timers.pending(1);
            if (first.isEmpty() || first.getFirst().due().isAfter(now)) {
                return untilDue(first.isEmpty() ? null : first.getFirst().due());
            }
            before = new Barrier(now, journal.lastPosition());
            barrier = before;
            catchUpPause = CATCH_UP_PAUSE;
        }
        if (handledThrough() < before.position()) {
            Duration pause = shorter(catchUpPause, pollInterval);
            catchUpPause = pause.multipliedBy(2);
            return pause;
        }
        barrier = null;
        return untilDue(timers.fire(before.time()));
    }

    /// The position through which the process has handled or parked every event.
    private long handledThrough() {
        return journal.cursors().states(List.of(process)).stream()
                .mapToLong(CursorState::position)
                .sum();
    }

    private Duration untilDue(@Nullable Instant due) {
        if (due == null) {
            return pollInterval;
        }
        return shorter(Duration.between(clock.instant(), due), pollInterval);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private boolean isClosedAfter(Duration pause) {
        try {
            return closing.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            return true; // only close() interrupts
        }
    }

    private void tell(Throwable failure) {
        Failures.rethrowFatal(failure);
        String reason = String.valueOf(failure.getMessage());
        LOG.log(
                reason.equals(toldFailure) ? Level.DEBUG : Level.WARNING,
                "timers of the process " + process + " wait: " + reason + "; it tries again",
                failure);
        toldFailure = reason;
    }

    void beginClosing() {
        closing.countDown();
    }

    /// Waits for the timers that are being recorded.
    @Override
    public void close() {
        beginClosing();
        try {
            if (thread.isAlive() && !thread.join(Duration.ofSeconds(10))) {
                thread.interrupt();
            }
        } catch (InterruptedException _) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
