package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.outbox.OutboxFeed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A background role that reads unpublished events from the journal into the outbox map: at the
/// start, when it is woken, and periodically. The feed's limits bound each step. A turn that fails
/// is logged, and the next turn tries again.
final class Sweeper implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Sweeper.class.getName());
    private static final long CLOSE_SECONDS_MAX = 10;

    private final OutboxFeed feed;
    private final BooleanSupplier beginTurn;
    private final Runnable periodic;
    private final long intervalNanos;
    private final Semaphore turnRequests = new Semaphore(1);
    private final Thread thread;
    private volatile boolean closed;

    /// @param beginTurn prepares a turn; returns false when nothing can be done now
    /// @param periodic called once per interval; restores lost entries
    Sweeper(OutboxFeed feed, BooleanSupplier beginTurn, Runnable periodic, Duration interval) {
        this.feed = feed;
        this.beginTurn = beginTurn;
        this.periodic = periodic;
        this.intervalNanos = interval.toNanos();
        this.thread = Thread.ofPlatform().name("cobnut-sweeper").daemon(true).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Asks for a turn now. Any thread.
    void wake() {
        turnRequests.release();
    }

    private void run() {
        long periodicDue = System.nanoTime() + intervalNanos;
        while (!closed) {
            try {
                boolean _ =
                        turnRequests.tryAcquire(
                                periodicDue - System.nanoTime(), TimeUnit.NANOSECONDS);
                turnRequests.drainPermits();
                if (!beginTurn.getAsBoolean()) {
                    periodicDue = System.nanoTime() + intervalNanos;
                    continue;
                }
                boolean more = true;
                while (more && !closed) {
                    more = feed.refill() > 0;
                }
                if (System.nanoTime() - periodicDue >= 0) {
                    periodicDue = System.nanoTime() + intervalNanos;
                    periodic.run();
                }
            } catch (InterruptedException _) {
                return; // only close() interrupts
            } catch (Throwable e) {
                Failures.rethrowFatal(e);
                LOG.log(
                        closed ? Level.DEBUG : Level.WARNING,
                        "a sweep failed: " + e.getMessage() + "; the next one tries again",
                        e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        wake();
        if (!thread.isAlive()) {
            return;
        }
        try {
            if (!thread.join(Duration.ofSeconds(CLOSE_SECONDS_MAX))) {
                thread.interrupt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
