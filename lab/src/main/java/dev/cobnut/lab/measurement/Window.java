package dev.cobnut.lab.measurement;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The measurements of one window of a run: load, service, machine and profile over the same
/// seconds.
///
/// @param name unique in the run; the same in all runs of a session
/// @param seconds from the start to the stop of the capture, on the service's clock
/// @param contamination reasons why the figures are doubtful, one sentence each; empty when they
///   are not
public record Window(
        String name,
        double seconds,
        Load load,
        Service service,
        List<Profile> profiles,
        List<Span> spans,
        List<String> contamination) {

    /// The load as the generator measured it. Latencies start when a request is sent and have a
    /// resolution of 1 ms. A generator that sends late is reported as contamination.
    ///
    /// @param plannedPerSecond planned requests per second
    /// @param arrivedPerSecond requests per second that began
    /// @param succeeded expected answers in the window
    /// @param errors number of other outcomes by message
    public record Load(
            double plannedPerSecond,
            double arrivedPerSecond,
            long succeeded,
            Map<String, Long> errors,
            Latency latencyMs) {}

    public record Latency(double p50, double p90, double p99, double p999, double max) {}

    /// The service's measurements, as differences of its counters over the window.
    ///
    /// @param requests answered requests
    /// @param delivered delivered events
    /// @param cpuSeconds user and system CPU time of the process
    /// @param polls searches for events to deliver; `emptyPolls` of them found no event
    /// @param pendingAtStart committed events that were not delivered at the start of the window
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

    /// The facts of the recording; the stacks are stored separately.
    ///
    /// @param engine the recorded engine, for example `perf_events` or `ctimer`, not the requested
    ///   one
    /// @param interval recorded sampling interval, in the event's unit
    /// @param coverage CPU only: sampled CPU time per second divided by that of the process; null
    ///   otherwise
    public record Profile(
            ProfileEvent event,
            String engine,
            long interval,
            long samples,
            long value,
            @Nullable Double coverage) {}

    /// Timed work of one kind, measured on the clock of the profile.
    public record Span(String tag, long count, double p50Ms, double p99Ms) {}
}
