package dev.cobnut.loadtests.load;

import dev.cobnut.lab.load.Knee;
import dev.cobnut.lab.load.SweepPlan;
import dev.cobnut.lab.machine.Machine;
import java.net.URI;
import java.time.Instant;

/// `result.json` of a sweep.
record SweepReport(SweepPlan plan, URI target, Instant startedAt, Machine machine, Knee knee) {}
