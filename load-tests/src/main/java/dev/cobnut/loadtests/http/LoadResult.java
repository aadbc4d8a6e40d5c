package dev.cobnut.loadtests.http;

import java.util.Map;
import org.HdrHistogram.Histogram;

/// The result of one run of the generator.
///
/// @param elapsedNanos length of the window in which answers were counted
/// @param byStatus answers in the window, by status
/// @param latencyNanos latency of every answer; in an open loop from the time at which the request
///   was due
/// @param sendDelayNanos open loop: time from when a request was due until it was sent
/// @param broken requests whose connection ended without an answer
/// @param unanswered requests without an answer when the wait for stragglers ended
/// @param unsent open loop: due requests that found no free connection until the end
/// @param generatorCpuNanos CPU time of the generator's thread
public record LoadResult(
        long elapsedNanos,
        Map<Integer, Long> byStatus,
        Histogram latencyNanos,
        Histogram sendDelayNanos,
        long broken,
        long unanswered,
        long unsent,
        long generatorCpuNanos) {

    public long answered() {
        return byStatus.values().stream().mapToLong(Long::longValue).sum();
    }

    /// Answers with a status of 2xx.
    public long succeeded() {
        return byStatus.entrySet().stream()
                .filter(entry -> entry.getKey() / 100 == 2)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /// Successful answers per second; other answers do not count.
    public double succeededPerSecond() {
        return succeeded() * 1e9 / elapsedNanos;
    }

    public double generatorCpuMicrosPerRequest() {
        return generatorCpuNanos / 1e3 / Math.max(1, answered());
    }
}
