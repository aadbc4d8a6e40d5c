package dev.cobnut.loadtests.variant.sink;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Limits events per second, without credit for idle time. One thread takes; any thread sets the
/// limit.
final class Throttle {

    private final LongSupplier nanoTime;
    private volatile double perSecond;
    private long freeAtNanos;

    Throttle(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// @param perSecond 0 for no limit
    void limit(double perSecond) {
        if (!(perSecond >= 0)) {
            throw new IllegalArgumentException(
                    "perSecond must be 0 (no limit) or more, but was " + perSecond);
        }
        this.perSecond = perSecond;
    }

    double perSecond() {
        return perSecond;
    }

    /// Time that the caller must wait before these events have passed.
    long nanosFor(int events) {
        double rate = perSecond;
        long now = nanoTime.getAsLong();
        if (rate == 0) {
            freeAtNanos = now;
            return 0;
        }
        freeAtNanos = Math.max(freeAtNanos, now) + (long) (events * 1e9 / rate);
        return freeAtNanos - now;
    }

    /// Waits. When the limit is removed, the wait ends within a tenth of a second.
    void pass(int events) {
        long end = nanoTime.getAsLong() + nanosFor(events);
        long left;
        while (perSecond > 0 && (left = end - nanoTime.getAsLong()) > 0) {
            LockSupport.parkNanos(this, Math.min(left, 100_000_000));
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }
}
