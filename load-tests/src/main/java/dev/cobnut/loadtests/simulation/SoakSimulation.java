package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [OrderWorkload#SOAK].
public final class SoakSimulation extends Simulation {

    public SoakSimulation() {
        setUp(UserFeed.inject(Journeys.ofRecord()));
    }
}
