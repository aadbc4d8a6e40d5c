package dev.cobnut.framework.waits;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The waits of one request while a recording runs.
///
/// A request is handled by one thread, and its waits are those of this thread. Code that waits
/// calls [#begin] before and [#end] after, or [#during]. Without a recording no request is in the
/// map, and a call costs a look at its size.
///
/// ## What is recorded
///
/// ```text
/// ~17                                         the request ran on this platform thread, up to now
/// ~17 <TAB> nanos of the last such part <TAB> POST /orders <TAB> group commit=812000 <TAB> …
/// ```
///
/// The first line is recorded before each wait, and the second one at the end, over the whole
/// request. The number is unique in the process. A virtual thread may go on on another platform
/// thread after a wait; the parts tell which samples belong to the request.
public final class RequestWaits {

    /// Starts every tag of this class.
    static final String MARK = "~";

    /// Records work of this thread that ended now.
    @FunctionalInterface
    public interface Recorder {
        void ended(String tag, long nanos);
    }

    /// Code that waits.
    @FunctionalInterface
    public interface Waiting<T extends @Nullable Object, X extends Exception> {
        T call() throws X;
    }

    /// The requests that are being recorded. It is a map and not a scoped value, because that it is
    /// empty is all that the code has to know without a recording.
    private static final Map<Thread, RequestWaits> RECORDED = new ConcurrentHashMap<>();

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final String name = MARK + NUMBERS.incrementAndGet();
    private final Recorder recorder;
    private final Map<Wait, Long> nanos = new EnumMap<>(Wait.class);
    private long runsSince;
    private long waitsSince;

    private RequestWaits(Recorder recorder, long now) {
        this.recorder = recorder;
        runsSince = now;
    }

    /// Begins to record the waits of a request that this thread begins to handle. It must be ended.
    ///
    /// @param now `System.nanoTime()` at the begin of the request
    public static RequestWaits record(Recorder recorder, long now) {
        RequestWaits waits = new RequestWaits(recorder, now);
        RECORDED.put(Thread.currentThread(), waits);
        return waits;
    }

    /// Ends the request of this thread.
    ///
    /// @param tag kind of the request, without tabs
    /// @param duration of the request, in ns
    public void ended(String tag, long duration) {
        RECORDED.remove(Thread.currentThread());
        StringBuilder text = new StringBuilder(name);
        text.append('\t').append(System.nanoTime() - runsSince).append('\t').append(tag);
        nanos.forEach((wait, waited) ->
                text.append('\t').append(wait.words()).append('=').append(waited));
        recorder.ended(text.toString(), duration);
    }

    /// True when this thread handles a request whose waits are recorded.
    public static boolean areRecorded() {
        return current() != null;
    }

    private static @Nullable RequestWaits current() {
        return RECORDED.isEmpty() ? null : RECORDED.get(Thread.currentThread());
    }

    /// This thread is about to wait. Waits do not nest.
    public static void begin() {
        RequestWaits waits = current();
        if (waits != null) {
            waits.waitsSince = System.nanoTime();
            waits.recorder.ended(waits.name, waits.waitsSince - waits.runsSince);
        }
    }

    /// This thread has waited since [#begin].
    public static void end(Wait wait) {
        RequestWaits waits = current();
        if (waits != null) {
            waits.until(wait, System.nanoTime());
            waits.runsSince = waits.waitsSince;
        }
    }

    /// This thread has waited since [#begin] for an append.
    public static void end(AppendTimes times) {
        RequestWaits waits = current();
        if (waits != null) {
            long now = System.nanoTime();
            waits.until(Wait.EARLIER_GROUP, times.takenOr(now));
            waits.until(Wait.GROUP_COMMIT, times.committedOr(now));
            waits.until(Wait.MAP_WRITE, times.answeredOr(now));
            waits.until(Wait.WAKE_UP, now);
            waits.runsSince = now;
        }
    }

    private void until(Wait wait, long time) {
        if (time - waitsSince > 0) {
            nanos.merge(wait, time - waitsSince, Long::sum);
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
