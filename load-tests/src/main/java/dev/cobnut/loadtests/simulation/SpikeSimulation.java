package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [OrderWorkload#SPIKE].
public final class SpikeSimulation extends Simulation {

    public SpikeSimulation() {
        setUp(UserFeed.inject(Journeys.ofRecord()));
    }
}
