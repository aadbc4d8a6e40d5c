package dev.cobnut.framework.profiling;

import one.profiler.Recording;
import one.profiler.Span;

/// Puts the time of pieces of work into the recording that runs, on the profile's own clock.
///
/// That clock counts ticks of `Recording.clockFrequency()` per second: nanoseconds where the JVM's
/// `System.nanoTime` is used, and those of the processor's counter where it is. So work that was
/// timed with `nanoTime` is told after it ended, as so many ticks before now.
public final class Spans {

    private Spans() {}

    /// Work of this thread that ended now. Does nothing while nothing is recorded.
    ///
    /// @param tag one of few: each is text in the recording
    /// @param nanos how long it took
    public static void ended(String tag, long nanos) {
        if (Recording.state() == Recording.RUNNING) {
            long end = Recording.timestamp();
            Span.emit(end - ticks(nanos, Recording.clockFrequency()), end, tag);
        }
    }

    static long ticks(long nanos, long frequency) {
        return frequency == 1_000_000_000 ? nanos : Math.round(nanos * (frequency / 1e9));
    }
}
