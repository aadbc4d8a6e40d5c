package dev.cobnut.lab.capture;

import java.nio.file.Path;
import java.time.Instant;

/// A recording that has ended, with the differences of the service's counters over the same time.
///
/// @param recording the file, saved on this machine
/// @param startedAt start on the service's clock
/// @param seconds from start to stop, on the service's monotonic clock
/// @param requests requests that the service answered in that time, without its own `/actuator`
/// @param cpuNanos user and system CPU time of the process
/// @param endedBy `request`, or the limit that ended the recording early
public record FinishedRecording(
        Path recording,
        Instant startedAt,
        double seconds,
        long requests,
        long cpuNanos,
        long gcCount,
        long gcMillis,
        String endedBy) {

    /// CPU time per elapsed time.
    public double cores() {
        return cpuNanos / (1e9 * seconds);
    }
}
