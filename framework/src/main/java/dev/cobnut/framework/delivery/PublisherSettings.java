package dev.cobnut.framework.delivery;

import java.time.Duration;

/// Limits of the publisher.
///
/// @param pageMax most events in one page
/// @param unitMax most events of one stream in one page
/// @param heldMax most events that the publisher holds: those on their way, those that wait behind
///   them, and those that wait for a retry
/// @param pace shortest time between two polls when the first one found less than a page; each poll
///   has a fixed cost
/// @param safetyInterval time between two polls from the beginning, which find entries without a
///   wake-up
/// @param attemptsMax deliveries of one event before its stream is parked
/// @param backoffMin pause after the first failure; it doubles with each, with jitter
/// @param backoffMax longest pause between two attempts
public record PublisherSettings(
        int pageMax,
        int unitMax,
        int heldMax,
        Duration pace,
        Duration safetyInterval,
        int attemptsMax,
        Duration backoffMin,
        Duration backoffMax) {

    public PublisherSettings {
        requireAtLeast("page-max", pageMax, 1);
        requireAtLeast("unit-max", unitMax, 1);
        requireAtLeast("held-max", heldMax, pageMax);
        requireAtLeast("attempts-max", attemptsMax, 1);
        requirePositive("safety-interval", safetyInterval);
        requirePositive("backoff-min", backoffMin);
        if (pace.isNegative()) {
            throw new IllegalArgumentException("pace must not be negative, but was " + pace);
        }
        if (backoffMax.compareTo(backoffMin) < 0) {
            throw new IllegalArgumentException(
                    "backoff-max must be at least backoff-min ("
                            + backoffMin
                            + "), but was "
                            + backoffMax);
        }
    }

    static PublisherSettings defaults() {
        return new PublisherSettings(
                256,
                64,
                4_096,
                Duration.ofMillis(5),
                Duration.ofSeconds(5),
                8,
                Duration.ofMillis(100),
                Duration.ofSeconds(10));
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " must be at least " + least + ", but was " + value);
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, but was " + value);
        }
    }
}
