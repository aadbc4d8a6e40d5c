package dev.cobnut.loadtests.knee;

import dev.cobnut.lab.generator.Phase;
import java.time.Duration;

/// The parameters of a search for the knee.
///
/// @param firstPerSecond rate of the first step
/// @param warmUp time before the first step, at twice its rate
/// @param p99MaxMs a step with a higher p99 fails
public record SweepPlan(
        String simulation, long seed, double firstPerSecond, Duration warmUp, double p99MaxMs) {

    public static final double P99_MAX_MS = 100;

    /// Longest warm-up: with the steps after it, a sweep ends within [Knee#LENGTH_MAX].
    public static final Duration WARM_UP_MAX = Duration.ofSeconds(60);

    public SweepPlan {
        new Phase("first", firstPerSecond, Duration.ofSeconds(1));
        if (warmUp.compareTo(WARM_UP_MAX) > 0 || warmUp.isNegative()) {
            throw new IllegalArgumentException(
                    "A sweep's warm-up must last from 0 s to %d s, not %d s."
                            .formatted(WARM_UP_MAX.toSeconds(), warmUp.toSeconds()));
        }
        if (!(p99MaxMs > 0)) {
            throw new IllegalArgumentException(
                    "The limit of the p99 must be above 0 ms, not %s.".formatted(p99MaxMs));
        }
    }
}
