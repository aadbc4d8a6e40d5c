package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [Workload#PLACE].
public final class PlaceSimulation extends Simulation {

    public PlaceSimulation() {
        setUp(Injection.of(Assignment.CURRENT.get(), Journeys.of(Journey.PLACE, new HotOrders())));
    }
}
