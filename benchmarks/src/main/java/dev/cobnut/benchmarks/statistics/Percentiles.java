package dev.cobnut.benchmarks.statistics;

import org.HdrHistogram.Histogram;

/// Percentiles of latencies, in milliseconds.
public record Percentiles(long count, double p50, double p99, double p999, double max) {

    /// @param nanos histogram of nanoseconds
    public static Percentiles ofNanos(Histogram nanos) {
        return new Percentiles(
                nanos.getTotalCount(),
                nanos.getValueAtPercentile(50) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6,
                nanos.getValueAtPercentile(99.9) / 1e6,
                nanos.getMaxValue() / 1e6);
    }
}
