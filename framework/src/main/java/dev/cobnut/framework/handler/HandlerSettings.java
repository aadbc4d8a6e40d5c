package dev.cobnut.framework.handler;

import java.time.Duration;

/// Limits of each handler.
///
/// @param pageMax most events of one read
/// @param heldMax most events in memory: those that are being handled, wait behind them, or wait
///   for another attempt
/// @param parallelMax most streams whose events are handled at the same time
/// @param attemptsMax attempts to handle one event before its stream is parked
/// @param backoffMin pause after the first failure; it doubles with each, with jitter
/// @param backoffMax longest pause between two attempts
/// @param parkedMax most parked streams; beyond it, failing events are tried again without an end
/// @param pollInterval time between two looks for events that other members have committed
/// @param stalledAfter time without progress after which a handler with events counts as stalled
/// @param drainDeadline longest wait at the end for events that are being handled
public record HandlerSettings(
        int pageMax,
        int heldMax,
        int parallelMax,
        int attemptsMax,
        Duration backoffMin,
        Duration backoffMax,
        int parkedMax,
        Duration pollInterval,
        Duration stalledAfter,
        Duration drainDeadline) {

    public HandlerSettings {
        requireAtLeast("page-max", pageMax, 1);
        requireAtLeast("held-max", heldMax, pageMax);
        requireAtLeast("parallel-max", parallelMax, 1);
        requireAtLeast("attempts-max", attemptsMax, 1);
        requireAtLeast("parked-max", parkedMax, 1);
        requirePositive("backoff-min", backoffMin);
        requirePositive("poll-interval", pollInterval);
        requirePositive("stalled-after", stalledAfter);
        if (drainDeadline.isNegative()) {
            throw new IllegalArgumentException(
                    "drain-deadline must not be negative, but was " + drainDeadline);
        }
        if (backoffMax.compareTo(backoffMin) < 0) {
            throw new IllegalArgumentException(
                    "backoff-max must be at least backoff-min ("
                            + backoffMin
                            + "), but was "
                            + backoffMax);
        }
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " must be at least " + least + ", but was " + value);
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be positive, but was " + value);
        }
    }
}
