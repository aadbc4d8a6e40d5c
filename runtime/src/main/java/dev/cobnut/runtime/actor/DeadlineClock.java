package dev.cobnut.runtime.actor;

/// Time, and what happens at one: deadlines of asks, timers of actors, the end of a backoff. One
/// for all of a system.
public abstract sealed class DeadlineClock permits SystemClock, ManualClock {

    private final Patience patience = new Patience();

    DeadlineClock() {}

    /// Real time. One daemon thread, from the first deadline on; it sleeps until the next one, and
    /// without waking when there is none.
    public static DeadlineClock system() {
        return new SystemClock();
    }

    /// Nanoseconds since some moment, as [System#nanoTime].
    public abstract long nanoTime();

    /// Deadlines that are waited for. What was answered is not among them.
    public abstract int pending();

    /// Whether a thread can wait for it with a timed park.
    abstract boolean isRealTime();

    /// Of those who wait for answers in real time.
    final Patience patience() {
        return patience;
    }

    abstract void schedule(Timeout timeout);

    abstract boolean cancel(Timeout timeout);

    /// Nothing expires any more.
    abstract void close();
}
