package dev.cobnut.loadtests.load;

import dev.cobnut.lab.machine.Machine;
import dev.cobnut.loadtests.knee.Knee;
import dev.cobnut.loadtests.knee.SweepPlan;
import java.net.URI;
import java.time.Instant;

/// `result.json` of a sweep.
record SweepReport(SweepPlan plan, URI target, Instant startedAt, Machine machine, Knee knee) {}
