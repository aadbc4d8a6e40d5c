package dev.cobnut.runtime.actor;

import java.time.Duration;

/// Time that passes when somebody says so, for tests that do not wait. Thread-safe; deadlines
/// expire on the thread that advances.
public final class ManualClock extends DeadlineClock {

    private final TimerWheel wheel = new TimerWheel(0);
    private volatile long nowNanos;

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /// Lets time pass, deadline by deadline.
    public synchronized void advance(Duration duration) {
        long target = nowNanos + duration.toNanos();
        for (long next = wheel.nextNanos(); next < target; next = wheel.nextNanos()) {
            moveTo(next);
        }
        moveTo(target);
    }

    @Override
    public int pending() {
        return wheel.pending();
    }

    @Override
    boolean isRealTime() {
        return false;
    }

    @Override
    void schedule(Timeout timeout) {
        wheel.schedule(timeout);
    }

    @Override
    boolean cancel(Timeout timeout) {
        return wheel.cancel(timeout);
    }

    @Override
    void close() {}

    @SuppressWarnings("NonAtomicVolatileUpdate") // only here, and one thread at a time
    private void moveTo(long nanos) {
        nowNanos = nanos;
        wheel.expire(nanos);
    }
}
