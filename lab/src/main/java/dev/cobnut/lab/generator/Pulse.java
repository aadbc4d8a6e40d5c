package dev.cobnut.lab.generator;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/// The progress that a generator reports every second while it runs. It is for display;
/// measurements use the log.
///
/// Any thread may count. One thread takes the counts.
final class Pulse {

    private static final long LATENCY_MS_MAX = 120_000;

    private final Recorder latencies = new Recorder(LATENCY_MS_MAX, 2);
    private final LongAdder failedUsers = new LongAdder();
    private @Nullable Histogram interval;

    void answered(long ms) {
        latencies.recordValue(Math.clamp(ms, 0, LATENCY_MS_MAX));
    }

    void userFailed() {
        failedUsers.increment();
    }

    /// The counts since the last call as a line: answers, users that met an error, p99 in
    /// milliseconds.
    String take() {
        Histogram taken = latencies.getIntervalHistogram(interval);
        interval = taken;
        return String.format(
                Locale.ROOT,
                "%d %d %d",
                taken.getTotalCount(),
                failedUsers.sumThenReset(),
                taken.getValueAtPercentile(99));
    }
}
