package dev.cobnut.loadtests.cluster;

/// How long clients waited, over all of them. Any thread.
final class Availability {

    /// Attempts of a client that tries once more.
    private static final int WITH_ONE_RETRY = 2;

    private long lastAcknowledgedNanos;
    private long longestSilenceNanos;
    private long longestWaitNanos;
    private long retried;
    private long afterMoreThanOneRetry;

    /// Load begins: silence is counted from now on.
    synchronized void begin() {
        lastAcknowledgedNanos = System.nanoTime();
    }

    /// A command has its answer, or was given up.
    ///
    /// @param beganNanos before its first attempt
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

    /// From the first attempt of a command to its answer.
    synchronized long longestWaitMs() {
        return longestWaitNanos / 1_000_000;
    }

    /// Between two answers of success, whoever got them.
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
