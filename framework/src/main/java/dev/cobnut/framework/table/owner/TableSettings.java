package dev.cobnut.framework.table.owner;

import java.time.Duration;

/// Limits of each table.
///
/// @param pollInterval time between two looks for events that other members have committed
/// @param parkedMax most parked streams; at one more, the table stops
/// @param bytesMax most bytes of the rows of one build in the heap of the member that runs the
///   table, backups included; at more, the table stops
/// @param dropAfter how long the rows of the build before stay after a switch, for queries that run
public record TableSettings(
        Duration pollInterval, int parkedMax, long bytesMax, Duration dropAfter) {

    public TableSettings {
        if (!pollInterval.isPositive()) {
            throw new IllegalArgumentException(
                    "poll-interval must be positive, but was " + pollInterval);
        }
        if (parkedMax < 1) {
            throw new IllegalArgumentException(
                    "parked-max must be at least 1, but was " + parkedMax);
        }
        if (bytesMax < 1) {
            throw new IllegalArgumentException("bytes-max must be at least 1, but was " + bytesMax);
        }
        if (dropAfter.isNegative()) {
            throw new IllegalArgumentException(
                    "drop-after must not be negative, but was " + dropAfter);
        }
    }
}
