package dev.cobnut.loadtests.variant.polling;

import dev.cobnut.framework.delivery.OutboxPublisher;
import dev.cobnut.framework.outbox.OutboxStore;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Wakes the publisher at a fixed interval, and counts the pending entries at another interval, on
/// a thread of its own.
final class PollingClock implements AutoCloseable {

    private final OutboxPublisher publisher;
    private final OutboxStore store;
    private final long intervalNanos;
    private final long countIntervalNanos;
    private final Thread thread;
    private volatile boolean closed;
    private volatile long counted;

    PollingClock(
            OutboxPublisher publisher,
            OutboxStore store,
            Duration interval,
            Duration countInterval) {
        this.publisher = publisher;
        this.store = store;
        this.intervalNanos = interval.toNanos();
        this.countIntervalNanos = countInterval.toNanos();
        this.thread = Thread.ofPlatform().name("fixed-polling").daemon().start(this::run);
    }

    long counted() {
        return counted;
    }

    private void run() {
        long nextPoll = System.nanoTime() + intervalNanos;
        long nextCount = System.nanoTime() + countIntervalNanos;
        while (!closed) {
            LockSupport.parkNanos(this, nextPoll - System.nanoTime());
            long now = System.nanoTime();
            if (now - nextPoll >= 0) {
                publisher.wake();
                nextPoll = now + intervalNanos;
            }
            if (now - nextCount >= 0) {
                count();
                nextCount = now + countIntervalNanos;
            }
        }
    }

    /// Counts the pending entries. A failure is logged and does not prevent the next count.
    private void count() {
        try {
            counted = store.pendingCount();
        } catch (RuntimeException e) {
            System.getLogger(PollingClock.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "Cannot count the pending entries of the outbox; trying again at the next interval",
                            e);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
