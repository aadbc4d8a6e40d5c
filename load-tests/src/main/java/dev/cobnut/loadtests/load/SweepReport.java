package dev.cobnut.loadtests.load;

import dev.cobnut.loadtests.machine.Machine;
import java.net.URI;
import java.time.Instant;

/// `result.json` of a sweep.
record SweepReport(SweepPlan plan, URI target, Instant startedAt, Machine machine, Knee knee) {}
