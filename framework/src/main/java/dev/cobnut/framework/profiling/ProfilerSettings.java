package dev.cobnut.framework.profiling;

import java.nio.file.Path;
import java.time.Duration;

/// Limits of the profiler.
///
/// @param folder folder of the recordings; created when it does not exist
/// @param lengthMax time after which a recording is ended
/// @param recordingsMax most recordings that are kept; the oldest are deleted
/// @param recordingBytesMax size of a file above which its recording is ended
public record ProfilerSettings(
        Path folder, Duration lengthMax, int recordingsMax, long recordingBytesMax) {

    private static final Duration LENGTH_MAX_MAX = Duration.ofHours(1);

    public ProfilerSettings {
        if (!lengthMax.isPositive() || lengthMax.compareTo(LENGTH_MAX_MAX) > 0) {
            throw new IllegalArgumentException(
                    "length-max must be positive and at most an hour, but was " + lengthMax);
        }
        if (recordingsMax < 1 || recordingsMax > 1_000) {
            throw new IllegalArgumentException(
                    "recordings-max must be from 1 to 1000, but was " + recordingsMax);
        }
        if (recordingBytesMax < 1 << 20) {
            throw new IllegalArgumentException(
                    "recording-max must be at least 1MB, but was " + recordingBytesMax + " bytes");
        }
    }
}
