package dev.cobnut.lab.measurement;

import java.util.SortedMap;

/// Requests of one kind in a recording: what they cost on their own thread, and what they waited
/// for. Samples are counted while the request ran, without its waits.
///
/// @param requests whose waits were recorded
/// @param median the tenth of the requests around the median duration
/// @param slowest the slowest hundredth of the requests, at least one
public record RequestTimes(long requests, Cost cost, Band median, Band slowest) {

    /// @param allocatedBytes estimated from `allocationSamples`
    public record Cost(
            long cpuNanos, long cpuSamples, long allocatedBytes, long allocationSamples) {}

    /// The sums of some requests.
    ///
    /// @param elapsedNanos of their spans
    /// @param waitNanos elapsed time of the waits, by what was waited for
    public record Band(
            long requests, long elapsedNanos, Cost cost, SortedMap<String, Long> waitNanos) {}
}
