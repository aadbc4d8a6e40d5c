package dev.cobnut.loadtests.cluster;

/// Records how long clients waited. Thread-safe.
final class Availability {

    /// Number of attempts of a client with one retry.
    private static final int WITH_ONE_RETRY = 2;

    private long lastAcknowledgedNanos;
    private long longestSilenceNanos;
    private long longestWaitNanos;
    private long retried;
    private long afterMoreThanOneRetry;

    /// Begins the load. Silence counts from now on.
    synchronized void begin() {
        lastAcknowledgedNanos = System.nanoTime();
    }

    /// Records the answer of a command, or that it was given up.
    ///
    /// @param beganNanos time before its first attempt
    synchronized void answered(long beganNanos, int attempts, boolean acknowledged) {
        long now = System.nanoTime();
        longestWaitNanos = Math.max(longestWaitNanos, now - beganNanos);
        if (attempts > 1) {
            retried++;
        }
        if (attempts > WITH_ONE_RETRY) {
            afterMoreThanOneRetry++;
        }
        if (acknowledged) {
            longestSilenceNanos = Math.max(longestSilenceNanos, now - lastAcknowledgedNanos);
            lastAcknowledgedNanos = now;
        }
    }

    /// Longest time from the first attempt of a command to its answer.
    synchronized long longestWaitMs() {
        return longestWaitNanos / 1_000_000;
    }

    /// Longest time between two successful answers, over all clients.
    synchronized long longestSilenceMs() {
        return longestSilenceNanos / 1_000_000;
    }

    synchronized long retried() {
        return retried;
    }

    synchronized long afterMoreThanOneRetry() {
        return afterMoreThanOneRetry;
    }
}
