package dev.cobnut.framework.waits;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// The waits of one request while a recording of the profiler runs.
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
public final class RecordedWaits implements RequestWaits.Listener {

    /// Starts every tag of this class.
    static final String MARK = "~";

    /// Records work of this thread that ended now.
    @FunctionalInterface
    public interface Recorder {
        void ended(String tag, long nanos);
    }

    private static final AtomicLong NUMBERS = new AtomicLong();

    private final String name = MARK + NUMBERS.incrementAndGet();
    private final Recorder recorder;
    private final Map<Wait, Long> nanos = new EnumMap<>(Wait.class);
    private long runsSince;

    private RecordedWaits(Recorder recorder, long now) {
        this.recorder = recorder;
        runsSince = now;
    }

    /// Begins to record the waits of a request that this thread begins to handle. It must be ended.
    ///
    /// @param now `System.nanoTime()` at the begin of the request
    public static RecordedWaits begin(Recorder recorder, long now) {
        RecordedWaits waits = new RecordedWaits(recorder, now);
        boolean _ = RequestWaits.listen(waits);
        return waits;
    }

    /// Ends the request of this thread.
    ///
    /// @param tag kind of the request, without tabs
    /// @param duration of the request, in ns
    public void ended(String tag, long duration) {
        RequestWaits.leave(this);
        StringBuilder text = new StringBuilder(name);
        text.append('\t').append(System.nanoTime() - runsSince).append('\t').append(tag);
        nanos.forEach((wait, waited) ->
                text.append('\t').append(wait.words()).append('=').append(waited));
        recorder.ended(text.toString(), duration);
    }

    @Override
    public void waits(long now) {
        recorder.ended(name, now - runsSince);
    }

    @Override
    public void waited(Wait wait, long from, long to, int commands) {
        nanos.merge(wait, to - from, Long::sum);
    }

    @Override
    public void goesOn(long now) {
        runsSince = now;
    }
}
