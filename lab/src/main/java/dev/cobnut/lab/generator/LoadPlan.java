package dev.cobnut.lab.generator;

import java.time.Duration;
import java.util.List;

/// A load from its first to its last request.
///
/// @param simulation name of a [LoadSimulation]
/// @param seed of the data; the same seed gives the same data in the same order
/// @param phases in sequence, without gaps
public record LoadPlan(String simulation, long seed, List<Phase> phases) {

    public LoadPlan {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("A load needs at least one phase.");
        }
    }

    public Duration length() {
        return phases.stream().map(Phase::length).reduce(Duration.ZERO, Duration::plus);
    }
}
