package dev.cobnut.runtime.scheduler;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Real time: a [TimerWheel] and the thread that turns it.
///
/// The thread announces until when it will sleep (`wakeNanos`), looks at the wheel again, and
/// sleeps. A thread that schedules links the deadline first, then reads `wakeNanos`, and wakes the
/// clock for an earlier deadline. These steps are volatile or under a monitor, so at least one of
/// the two sees the other.
final class SystemClock extends DeadlineClock {

    private static final Logger LOG = System.getLogger(SystemClock.class.getName());

    /// Nothing is scheduled.
    private static final long NEVER = Long.MAX_VALUE;

    private final long originNanos = System.nanoTime();
    private final TimerWheel wheel = new TimerWheel(0);
    private volatile long wakeNanos = NEVER;
    private volatile boolean closed;
    private volatile @Nullable Thread thread;

    /// Nanoseconds since the clock was created: never negative, no overflow.
    @Override
    public long nanoTime() {
        return System.nanoTime() - originNanos;
    }

    @Override
    public int pending() {
        return wheel.pending();
    }

    @Override
    public boolean isRealTime() {
        return true;
    }

    @Override
    public void schedule(Timeout timeout) {
        wheel.schedule(timeout);
        Thread running = thread;
        if (running == null) {
            start();
        } else if (TimerWheel.visitNanos(timeout) < wakeNanos) {
            LockSupport.unpark(running);
        }
    }

    @Override
    public boolean cancel(Timeout timeout) {
        return wheel.cancel(timeout);
    }

    @Override
    public void close() {
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
                // timeouts handle their own exceptions; the clock goes on for the others
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
