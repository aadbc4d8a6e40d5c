package dev.cobnut.framework.delivery;

import dev.cobnut.framework.outbox.OutboxFeed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A role in the background: brings unpublished events from the journal back into the outbox map,
/// at the start, when the map has room again, and periodically. One turn is bounded by the feed's
/// limits; a turn that fails is logged and repeated at the next interval.
final class Sweeper implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Sweeper.class.getName());
    private static final long CLOSE_SECONDS_MAX = 10;

    private final OutboxFeed feed;
    private final BooleanSupplier begin;
    private final Runnable woken;
    private final Runnable periodic;
    private final long intervalNanos;
    private final Semaphore wanted = new Semaphore(1);
    private final Thread thread;
    private volatile boolean closed;

    /// @param begin begins a turn; false when nothing can be done now
    /// @param woken called after events were brought: tells the publisher
    /// @param periodic called once per interval: restores what was lost, looks after the job
    Sweeper(
            OutboxFeed feed,
            BooleanSupplier begin,
            Runnable woken,
            Runnable periodic,
            Duration interval) {
        this.feed = feed;
        this.begin = begin;
        this.woken = woken;
        this.periodic = periodic;
        this.intervalNanos = interval.toNanos();
        this.thread = Thread.ofPlatform().name("cobnut-sweeper").daemon(true).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Asks for a turn now. Any thread.
    void wake() {
        wanted.release();
    }

    private void run() {
        while (!closed) {
            try {
                boolean asked = wanted.tryAcquire(intervalNanos, TimeUnit.NANOSECONDS);
                wanted.drainPermits();
                if (!begin.getAsBoolean()) {
                    continue;
                }
                while (!closed && feed.refill() > 0) {
                    woken.run();
                }
                if (!asked) {
                    periodic.run();
                }
            } catch (InterruptedException _) {
                return; // only close() interrupts
            } catch (RuntimeException e) {
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
        try {
            if (!thread.join(Duration.ofSeconds(CLOSE_SECONDS_MAX))) {
                thread.interrupt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
