package dev.cobnut.loadtests.simulation;

import io.gatling.javaapi.core.Simulation;

/// See [OrderWorkload#PLACE].
public final class PlaceSimulation extends Simulation {

    public PlaceSimulation() {
        setUp(UserFeed.inject(Journeys.of(Journey.PLACE, new HotOrders())));
    }
}
