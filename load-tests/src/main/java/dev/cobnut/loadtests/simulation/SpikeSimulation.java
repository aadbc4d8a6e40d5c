package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [Workload#SPIKE].
public final class SpikeSimulation extends Simulation {

    public SpikeSimulation() {
        setUp(Injection.of(Assignment.CURRENT.get(), Journeys.ofRecord()));
    }
}
