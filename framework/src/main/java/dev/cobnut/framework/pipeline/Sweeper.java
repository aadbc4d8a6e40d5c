package dev.cobnut.framework.pipeline;

import dev.cobnut.framework.outbox.OutboxFeed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A role in the background: brings unpublished events from the journal back into the outbox map,
/// at the start, when the map has room again, and periodically. One turn is bounded by the feed's
/// limits; a turn that fails is logged and repeated at the next interval.
final class Sweeper implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Sweeper.class.getName());
    private static final long CLOSE_SECONDS_MAX = 10;

    private final OutboxFeed feed;
    private final Runnable woken;
    private final Runnable periodic;
    private final long intervalNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean wanted = true;
    private volatile boolean closed;

    /// @param woken called after events were brought: tells the publisher
    /// @param periodic called once per interval: restores what was lost, looks after the job
    Sweeper(OutboxFeed feed, Runnable woken, Runnable periodic, Duration interval) {
        this.feed = feed;
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
        lock.lock();
        try {
            wanted = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (!closed) {
            try {
                while (!closed && feed.refill() > 0) {
                    woken.run();
                }
                if (!await()) {
                    periodic.run();
                }
            } catch (InterruptedException e) {
                return; // only close() interrupts
            } catch (RuntimeException e) {
                LOG.log(
                        closed ? Level.DEBUG : Level.WARNING,
                        "a sweep failed: " + e.getMessage() + "; the next one tries again",
                        e);
                pause();
            }
        }
    }

    /// @return true when a turn was asked for, false when the interval is over
    private boolean await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = intervalNanos;
            while (!wanted && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            boolean asked = wanted;
            wanted = false;
            return asked;
        } finally {
            lock.unlock();
        }
    }

    private void pause() {
        lock.lock();
        try {
            if (!closed && changed.awaitNanos(intervalNanos) <= 0) {
                wanted = true;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // run() ends with the next wait
        } finally {
            lock.unlock();
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
