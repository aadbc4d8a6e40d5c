package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [Workload#SOAK].
public final class SoakSimulation extends Simulation {

    public SoakSimulation() {
        setUp(Injection.of(Assignment.CURRENT.get(), Journeys.ofRecord()));
    }
}
