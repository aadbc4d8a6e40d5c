package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [OrderWorkload#MIXED].
public final class MixedSimulation extends Simulation {

    public MixedSimulation() {
        setUp(UserFeed.inject(Journeys.ofRecord()));
    }
}
