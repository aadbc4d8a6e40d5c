package dev.cobnut.framework.waits;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tells listeners what the work of their thread waits for: a recording ([RecordedWaits]), or a
/// trace.
///
/// A request is handled by one thread, and its waits are those of this thread. Code that waits
/// calls [#begin] before and [#end] after, or [#during]. While nobody listens, a call costs a look
/// at the size of a map.
public final class RequestWaits {

    /// Is told about the waits of one thread, on this thread. It returns at once. Times are those
    /// of `System.nanoTime()`.
    public interface Listener {

        /// The thread is about to wait.
        default void waits(long now) {}

        /// The thread has waited. One wait may be told in several parts, one after the other.
        ///
        /// @param commands in the group of [Wait#GROUP_COMMIT], when it was committed; otherwise 0
        void waited(Wait wait, long from, long to, int commands);

        /// The thread goes on after a wait.
        default void goesOn(long now) {}
    }

    /// Code that waits.
    @FunctionalInterface
    public interface Waiting<T extends @Nullable Object, X extends Exception> {
        T call() throws X;
    }

    /// The threads whose waits somebody listens to. It is a map and not a scoped value, because
    /// that it is empty is all that the code has to know while nobody listens.
    private static final Map<Thread, RequestWaits> LISTENED = new ConcurrentHashMap<>();

    private final List<Listener> listeners;
    private long waitsSince;

    private RequestWaits(List<Listener> listeners) {
        this.listeners = listeners;
    }

    /// Begins to tell a listener about this thread, until it leaves.
    ///
    /// @return false when it listens to this thread already
    public static boolean listen(Listener listener) {
        RequestWaits waits = current();
        List<Listener> before = waits == null ? List.of() : waits.listeners;
        if (before.contains(listener)) {
            return false;
        }
        LISTENED.put(
                Thread.currentThread(),
                new RequestWaits(Stream.concat(before.stream(), Stream.of(listener)).toList()));
        return true;
    }

    /// Tells a listener no more about this thread.
    public static void leave(Listener listener) {
        RequestWaits waits = current();
        if (waits == null) {
            return;
        }
        List<Listener> left =
                waits.listeners.stream().filter(other -> !other.equals(listener)).toList();
        if (left.isEmpty()) {
            LISTENED.remove(Thread.currentThread());
        } else {
            LISTENED.put(Thread.currentThread(), new RequestWaits(left));
        }
    }

    /// True when somebody listens to the waits of this thread.
    public static boolean areRecorded() {
        return current() != null;
    }

    private static @Nullable RequestWaits current() {
        return LISTENED.isEmpty() ? null : LISTENED.get(Thread.currentThread());
    }

    /// This thread is about to wait. Waits do not nest.
    public static void begin() {
        RequestWaits waits = current();
        if (waits != null) {
            waits.waitsSince = System.nanoTime();
            waits.listeners.forEach(listener -> listener.waits(waits.waitsSince));
        }
    }

    /// This thread has waited since [#begin].
    public static void end(Wait wait) {
        RequestWaits waits = current();
        if (waits != null) {
            long now = System.nanoTime();
            waits.until(wait, now, 0);
            waits.listeners.forEach(listener -> listener.goesOn(now));
        }
    }

    /// This thread has waited since [#begin] for an append.
    public static void end(AppendTimes times) {
        RequestWaits waits = current();
        if (waits != null) {
            long now = System.nanoTime();
            waits.until(Wait.EARLIER_GROUP, times.takenOr(now), 0);
            waits.until(Wait.GROUP_COMMIT, times.committedOr(now), times.commands());
            waits.until(Wait.MAP_WRITE, times.answeredOr(now), 0);
            waits.until(Wait.WAKE_UP, now, 0);
            waits.listeners.forEach(listener -> listener.goesOn(now));
        }
    }

    private void until(Wait wait, long time, int commands) {
        if (time - waitsSince > 0) {
            for (Listener listener : listeners) {
                listener.waited(wait, waitsSince, time, commands);
            }
            waitsSince = time;
        }
    }

    /// Calls code that waits.
    public static <T extends @Nullable Object, X extends Exception> T during(
            Wait wait, Waiting<T, X> waiting) throws X {
        begin();
        try {
            return waiting.call();
        } finally {
            end(wait);
        }
    }
}
