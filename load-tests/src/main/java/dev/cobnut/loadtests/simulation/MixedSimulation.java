package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [Workload#MIXED].
public final class MixedSimulation extends Simulation {

    public MixedSimulation() {
        setUp(Injection.of(Assignment.CURRENT.get(), Journeys.ofRecord()));
    }
}
