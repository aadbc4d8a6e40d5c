package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [Workload#LIFE].
public final class LifeSimulation extends Simulation {

    public LifeSimulation() {
        setUp(Injection.of(Assignment.CURRENT.get(), Journeys.of(Journey.LIFE, new HotOrders())));
    }
}
