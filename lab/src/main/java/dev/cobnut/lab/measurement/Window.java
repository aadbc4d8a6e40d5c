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

    /// The load as the generator measured it. Latencies start when a request is sent. A generator
    /// that sends late is reported as contamination.
    ///
    /// A load that is a command is known by the service's counter only.
    ///
    /// @param plannedPerSecond planned requests per second; null for a command with a rate of its
    ///   own
    /// @param arrivedPerSecond requests per second that began; of a command, that were answered
    /// @param succeeded expected answers in the window; of a command, all answers
    /// @param errors number of other outcomes by message; empty for a command
    /// @param latencyMs null for a command: not measured
    public record Load(
            @Nullable Double plannedPerSecond,
            double arrivedPerSecond,
            long succeeded,
            Map<String, Long> errors,
            @Nullable Latency latencyMs) {}

    /// Percentiles in milliseconds.
    ///
    /// @param micros the histogram of the latencies in microseconds ([Histograms]); null in a run
    ///   that was measured in whole milliseconds
    public record Latency(
            double p50, double p90, double p99, double p999, double max, @Nullable String micros) {

        /// The step of the clock that measured the latencies.
        public double resolutionMs() {
            return micros == null ? 1 : 1e-3;
        }
    }

    /// The service's measurements, as differences of its counters over the window.
    ///
    /// @param requests answered requests
    /// @param delivered delivered events
    /// @param cpuSeconds user and system CPU time of the process
    /// @param polls searches for events to deliver; `emptyPolls` of them found no event
    /// @param pendingAtStart committed events that were not delivered at the start of the window
    /// @param viewLagP99Ms null where the service has no such metric
    /// @param viewLag the lags of the window's events; null when `viewLagP99Ms` is a decaying
    ///   percentile that was read at the end and contains the warm-up
    /// @param allocatedBytes counted by the JVM during the profile; null in a run of an earlier
    ///   build and where nothing was profiled
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
            @Nullable Double viewLagP99Ms,
            @Nullable Buckets viewLag,
            @Nullable Long allocatedBytes) {}

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
    ///
    /// @param times costs and waits; null for work that is not a request, and for requests whose
    ///   service does not record their waits
    public record Span(
            String tag, long count, double p50Ms, double p99Ms, @Nullable RequestTimes times) {}
}
