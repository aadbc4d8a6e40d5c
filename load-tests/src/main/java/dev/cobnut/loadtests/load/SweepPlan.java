package dev.cobnut.loadtests.load;

import java.time.Duration;

/// How a knee is looked for.
///
/// @param firstPerSecond rate of the first step
/// @param p99MaxMs a step with more than that fails
public record SweepPlan(
        String simulation, long seed, double firstPerSecond, Duration warmUp, double p99MaxMs) {}
