package dev.cobnut.framework.profiling;

import java.time.Instant;

/// Counters of the process between the start and the end of a recording.
///
/// @param recording name of the file in the folder of recordings
/// @param requests answered requests, except those to the actuator
/// @param cpuNanos user and system time of the process
/// @param allocatedBytes by all threads, also by those that ended; −1 when the JVM does not count
///   them
/// @param gcMillis elapsed time in garbage collections
/// @param endedBy cause of the end: `request`, `shutdown`, or the limit `length-max` or
///   `recording-max`
public record Facts(
        String recording,
        Instant startedAt,
        double seconds,
        long requests,
        long cpuNanos,
        long allocatedBytes,
        long gcCount,
        long gcMillis,
        String endedBy) {}
