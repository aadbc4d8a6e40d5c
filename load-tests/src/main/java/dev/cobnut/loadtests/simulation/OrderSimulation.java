package dev.cobnut.loadtests.simulation;

import dev.cobnut.lab.generator.Assignment;
import dev.cobnut.lab.generator.Injection;
import dev.cobnut.lab.generator.LoadPlan;
import io.gatling.javaapi.core.Simulation;

/// Runs the [OrderWorkload] that the generator's assignment names.
public final class OrderSimulation extends Simulation {

    public OrderSimulation() {
        Assignment assignment = Assignment.current();
        LoadPlan plan = assignment.plan();
        OrderWorkload workload = OrderWorkload.named(plan.simulation());
        UserFeed feed = new UserFeed(assignment.run(), plan.seed(), workload.deck());
        setUp(Injection.of(assignment, feed, workload.journey()));
    }
}
