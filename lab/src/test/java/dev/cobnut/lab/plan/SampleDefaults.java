package dev.cobnut.lab.plan;

import dev.cobnut.lab.stacks.SampleFrames;

/// Defaults of plans for a fictional service.
public final class SampleDefaults {

    public static final PlanDefaults DEFAULTS =
            new PlanDefaults(SampleFrames.subsystems(), "outbox", "place", "slow-sink");

    private SampleDefaults() {}
}
