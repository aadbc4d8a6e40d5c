package dev.cobnut.framework.outbox;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// A number that takes long to count: the last count, and what was added since. Thread-safe.
///
/// What leaves is known at the next count only. What was added before a count stays until the new
/// count is there, and what is added meanwhile may be counted twice. So the number is rather too
/// large.
final class LaggingCount {

    /// Greatest age of the last count.
    private static final long AGE_NANOS_MAX = Duration.ofMillis(250).toNanos();

    private final LongSupplier count;
    private final LongSupplier nanoTime;
    private final ReentrantLock counting = new ReentrantLock();
    private final AtomicLong addedSince = new AtomicLong();
    private volatile long counted;
    private volatile long countedAtNanos;

    /// @param count counts; may take long
    LaggingCount(LongSupplier count, LongSupplier nanoTime) {
        this.count = count;
        this.nanoTime = nanoTime;
        this.countedAtNanos = nanoTime.getAsLong() - AGE_NANOS_MAX;
    }

    /// Counts when the last count is too old and nobody is counting.
    long now() {
        if (isDue() && counting.tryLock()) {
            try {
                if (isDue()) {
                    countAgain();
                }
            } finally {
                counting.unlock();
            }
        }
        // In this order: a count that ends in between counts what was added before it twice.
        long added = addedSince.get();
        return counted + added;
    }

    private boolean isDue() {
        return nanoTime.getAsLong() - countedAtNanos >= AGE_NANOS_MAX;
    }

    private void countAgain() {
        countedAtNanos = nanoTime.getAsLong();
        long added = addedSince.get();
        counted = count.getAsLong();
        addedSince.addAndGet(-added);
    }

    void add(long more) {
        addedSince.addAndGet(more);
    }

    /// Adds unless the number would exceed a limit. Counts nothing, so it is quick.
    boolean addWithin(long more, long max) {
        long added;
        do {
            added = addedSince.get();
            if (added + more + counted > max) {
                return false;
            }
        } while (!addedSince.compareAndSet(added, added + more));
        return true;
    }
}
