package dev.cobnut.framework.profiling;

import one.profiler.Recording;
import one.profiler.Span;

/// Adds spans of work to the running recording, on the clock of the recording.
///
/// That clock counts `Recording.clockFrequency()` ticks per second: nanoseconds where it is the
/// JVM's `System.nanoTime`, otherwise ticks of the processor's counter. Work is timed with
/// `nanoTime`. So a span is recorded when its work has ended, and its start is computed from the
/// current tick and the duration.
public final class Spans {

    private Spans() {}

    /// Records work of this thread that ended now. Does nothing when no recording runs.
    ///
    /// @param tag kind of work; use few distinct values, because the recording contains each as
    ///   text
    /// @param nanos duration of the work
    public static void ended(String tag, long nanos) {
        if (areRecorded()) {
            long end = Recording.timestamp();
            Span.emit(end - ticks(nanos, Recording.clockFrequency()), end, tag);
        }
    }

    /// True while a recording runs.
    public static boolean areRecorded() {
        return Recording.state() == Recording.RUNNING;
    }

    static long ticks(long nanos, long frequency) {
        return frequency == 1_000_000_000 ? nanos : Math.round(nanos * (frequency / 1e9));
    }
}
