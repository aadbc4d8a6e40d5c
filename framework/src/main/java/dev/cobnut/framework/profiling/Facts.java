package dev.cobnut.framework.profiling;

import java.time.Instant;

/// What the process did between the start and the stop of a recording.
///
/// @param recording name of the file in the folder of recordings
/// @param requests answered, without those to the actuator
/// @param cpuNanos user and system time of the process
/// @param gcMillis elapsed time in collections
/// @param endedBy `request`, or the limit that ended it: `length-max`, `recording-max`, `shutdown`
public record Facts(
        String recording,
        Instant startedAt,
        double seconds,
        long requests,
        long cpuNanos,
        long gcCount,
        long gcMillis,
        String endedBy) {}
