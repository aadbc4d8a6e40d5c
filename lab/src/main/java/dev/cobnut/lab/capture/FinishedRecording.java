package dev.cobnut.lab.capture;

import java.nio.file.Path;
import java.time.Instant;

/// A recording that has ended, with the service's counters as differences over the same time.
///
/// @param recording the file, saved here
/// @param startedAt on the service's clock
/// @param seconds from start to stop, on the service's monotonic clock
/// @param requests answered by the service in that time, its own `/actuator` not counted
/// @param cpuNanos of the process, user and system
/// @param endedBy `request`, or the limit that ended it before
public record FinishedRecording(
        Path recording,
        Instant startedAt,
        double seconds,
        long requests,
        long cpuNanos,
        long gcCount,
        long gcMillis,
        String endedBy) {}
