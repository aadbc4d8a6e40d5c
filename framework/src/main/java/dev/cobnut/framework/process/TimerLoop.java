package dev.cobnut.framework.process;

import dev.cobnut.framework.event.Failures;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The background role of the timers of one process: while this member runs the handler of the
/// timers, it looks for those whose time has come. A failure is logged once and tried again. Two
/// members that both look do no harm: the streams of the instances decide.
final class TimerLoop implements AutoCloseable {

    /// Pause after a failure.
    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger(TimerLoop.class.getName());

    private final String process;
    private final DueTimers timers;
    private final BooleanSupplier runsHere;
    private final InstantSource clock;
    private final Duration pollInterval;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable String toldFailure;

    /// @param runsHere true while this member runs the handler of the timers
    /// @param pollInterval longest time until a timer that another member has set is seen
    TimerLoop(
            String process,
            DueTimers timers,
            BooleanSupplier runsHere,
            InstantSource clock,
            Duration pollInterval) {
        this.process = process;
        this.timers = timers;
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
            return pollInterval;
        }
        Instant next = timers.fire(clock.instant());
        if (next == null) {
            return pollInterval;
        }
        Duration until = Duration.between(clock.instant(), next);
        return until.compareTo(pollInterval) < 0 ? until : pollInterval;
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
