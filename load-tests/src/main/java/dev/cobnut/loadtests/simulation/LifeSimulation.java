package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [OrderWorkload#LIFE].
public final class LifeSimulation extends Simulation {

    public LifeSimulation() {
        setUp(UserFeed.inject(Journeys.of(Journey.LIFE, new HotOrders())));
    }
}
