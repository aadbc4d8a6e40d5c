package dev.cobnut.runtime.scheduler;

import java.time.Duration;

/// Time that passes only when a test moves it. Thread-safe. Deadlines expire on the thread that
/// advances.
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
    public boolean isRealTime() {
        return false;
    }

    @Override
    public void schedule(Timeout timeout) {
        wheel.schedule(timeout);
    }

    @Override
    public boolean cancel(Timeout timeout) {
        return wheel.cancel(timeout);
    }

    @Override
    public void close() {}

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time writes it, only here
    private void moveTo(long nanos) {
        nowNanos = nanos;
        wheel.expire(nanos);
    }
}
