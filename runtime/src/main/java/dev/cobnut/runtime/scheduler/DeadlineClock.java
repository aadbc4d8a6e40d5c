package dev.cobnut.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/// Time, and what happens when it has come: deadlines of asks, timers of actors, the end of a
/// backoff. One clock serves a whole system.
public abstract sealed class DeadlineClock permits SystemClock, ManualClock {

    private final SpinThenPark spinning = new SpinThenPark();

    /// Something that happens at a time, unless it is cancelled before. It is its own link in the
    /// list of its [TimerWheel] slot, so that a deadline costs no object of its own.
    public abstract static class Timeout implements SpinThenPark.Condition {

        /// When it is due, on the clock's [#nanoTime]. Changed only while it is not scheduled.
        protected long dueNanos;

        // guarded by the slot
        @Nullable Timeout previous;
        @Nullable Timeout next;

        /// The slot that it is linked in, or [TimerWheel#NOWHERE]. Written under the slot's
        /// monitor.
        volatile int slot = TimerWheel.NOWHERE;

        protected Timeout(long dueNanos) {
            this.dueNanos = dueNanos;
        }

        /// Called once, on the clock's thread. Must be quick. Not called after a cancellation.
        protected abstract void expire();

        /// True while the clock is going to expire it.
        public final boolean isScheduled() {
            return slot != TimerWheel.NOWHERE;
        }

        /// True when nobody has to wait for it any more.
        @Override
        public boolean isDone() {
            return !isScheduled();
        }
    }

    DeadlineClock() {}

    /// Real time. One daemon thread, from the first deadline on. It sleeps until the next deadline,
    /// and does not wake when there is none.
    public static DeadlineClock system() {
        return new SystemClock();
    }

    /// Nanoseconds since some moment, as [System#nanoTime].
    public abstract long nanoTime();

    /// Number of scheduled deadlines. An answered ask has none.
    public abstract int pending();

    /// True when a thread can wait for this clock with a timed park.
    public abstract boolean isRealTime();

    /// No effect if it is scheduled already.
    public abstract void schedule(Timeout timeout);

    /// @return true when it was scheduled: it will not expire any more
    public abstract boolean cancel(Timeout timeout);

    /// Nothing expires any more.
    public abstract void close();

    /// Spins for a moment, unless spinning has failed of late. For platform threads that wait in
    /// real time.
    ///
    /// @return true when the timeout is done
    public final boolean spinUntilDone(Timeout timeout) {
        return spinning.spin(timeout);
    }
}
