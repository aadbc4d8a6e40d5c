package dev.cobnut.runtime.actor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Real time: a [TimerWheel] and the thread that turns it.
///
/// The thread says until when it will sleep (`wakeNanos`), looks at the wheel again, and sleeps.
/// Whoever schedules links first and then reads `wakeNanos`, and wakes it for an earlier deadline.
/// Both are volatile steps or under a monitor, so one sees the other.
final class SystemClock extends DeadlineClock {

    private static final Logger LOG = System.getLogger(SystemClock.class.getName());

    /// Nothing is scheduled.
    private static final long NEVER = Long.MAX_VALUE;

    private final long originNanos = System.nanoTime();
    private final TimerWheel wheel = new TimerWheel(0);
    private volatile long wakeNanos = NEVER;
    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    /// Since the clock's beginning: it neither wraps nor is negative.
    @Override
    public long nanoTime() {
        return System.nanoTime() - originNanos;
    }

    @Override
    public int pending() {
        return wheel.pending();
    }

    @Override
    boolean isRealTime() {
        return true;
    }

    @Override
    void schedule(Timeout timeout) {
        wheel.schedule(timeout);
        Thread running = thread;
        if (running == null) {
            start();
        } else if (TimerWheel.visitNanos(timeout) < wakeNanos) {
            LockSupport.unpark(running);
        }
    }

    @Override
    boolean cancel(Timeout timeout) {
        return wheel.cancel(timeout);
    }

    @Override
    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            Thread started =
                    Thread.ofPlatform().daemon().name("deadline-clock").unstarted(this::run);
            thread = started;
            started.start();
        }
    }

    private void run() {
        while (!closed) {
            try {
                wheel.expire(nanoTime());
            } catch (RuntimeException e) {
                // what expires keeps its own exceptions; the clock goes on for the others
                LOG.log(Level.ERROR, "a deadline could not be announced", e);
            }
            long wake = wheel.nextNanos();
            wakeNanos = wake;
            if (wheel.nextNanos() < wake || closed) {
                continue;
            }
            if (wake == NEVER) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, Math.max(1, wake - nanoTime()));
            }
        }
    }
}
