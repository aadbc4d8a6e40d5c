package dev.cobnut.lab.measurement;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What was seen in one measured part of a run: the load as its generator saw it, the service, the
/// machine, and the profile, all over the same seconds.
///
/// @param name unique in the run; the same in all runs of a session
/// @param seconds from the start to the stop of the capture, on the service's clock
/// @param contamination why the figures are doubtful, one sentence each; empty when they are not
public record Window(
        String name,
        double seconds,
        Load load,
        Service service,
        List<Profile> profiles,
        List<Span> spans,
        List<String> contamination) {

    /// The load generator's view. Latencies are from the moment a request was sent, in steps of 1
    /// ms; a generator that sent late is named as contamination.
    ///
    /// @param plannedPerSecond requests that the plan has per second
    /// @param arrivedPerSecond requests that were begun per second
    /// @param succeeded answers that were expected, in the window
    /// @param errors other outcomes: by message, how many
    public record Load(
            double plannedPerSecond,
            double arrivedPerSecond,
            long succeeded,
            Map<String, Long> errors,
            Latency latencyMs) {}

    public record Latency(double p50, double p90, double p99, double p999, double max) {}

    /// The service's view, as differences of its counters over the window.
    ///
    /// @param requests answered by it
    /// @param delivered events that were delivered
    /// @param cpuSeconds of the process, user and system
    /// @param polls looks for events to deliver; `emptyPolls` of them found none
    /// @param pendingAtStart committed events that were not delivered when the window began
    /// @param viewLagP99Ms null where the service has no such metric
    public record Service(
            long requests,
            long delivered,
            double cpuSeconds,
            long gcCount,
            double gcSeconds,
            long polls,
            long emptyPolls,
            long pendingAtStart,
            long pendingAtEnd,
            @Nullable Double viewLagP99Ms) {}

    /// What the recording says of itself; the stacks are kept beside it.
    ///
    /// @param engine as recorded, for example `perf_events` or `ctimer`: not what was asked for
    /// @param interval between samples as recorded, in the event's unit
    /// @param coverage CPU only: sampled CPU time divided by that of the process; null otherwise
    public record Profile(
            ProfileEvent event,
            String engine,
            long interval,
            long samples,
            long value,
            @Nullable Double coverage) {}

    /// Work of one kind that was timed on the profile's own clock.
    public record Span(String tag, long count, double p50Ms, double p99Ms) {}
}
