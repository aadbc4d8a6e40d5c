package dev.cobnut.lab.generator;

import java.time.Duration;

/// A part of a load with a constant rate.
///
/// @param perSecond requests per second over all users
/// @param length whole seconds, because Gatling's open model plans in seconds
public record Phase(String name, double perSecond, Duration length) {

    /// Far more than two cores can send; a higher rate is probably a typing mistake.
    public static final double PER_SECOND_MAX = 100_000;

    public static final Duration LENGTH_MAX = Duration.ofHours(24);

    public Phase {
        if (!(perSecond > 0) || perSecond > PER_SECOND_MAX) {
            throw new IllegalArgumentException(
                    "A rate must be above 0 and at most %,.0f requests per second, not %s."
                            .formatted(PER_SECOND_MAX, perSecond));
        }
        if (length.toSeconds() < 1
                || length.compareTo(LENGTH_MAX) > 0
                || length.toMillis() % 1000 != 0) {
            throw new IllegalArgumentException(
                    "A phase must last whole seconds, from 1 s to 24 h, not %s.".formatted(length));
        }
    }
}
