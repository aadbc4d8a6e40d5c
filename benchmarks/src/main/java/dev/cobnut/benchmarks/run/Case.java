package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// One question with one contender. One process measures one case.
interface Case {

    /// The group of the case. Cases of one group are measured one after the other.
    String group();

    /// The name for output.
    String name();

    /// True when a published target depends on the case.
    boolean target();

    Duration length(Plan plan);

    /// Starts a process and returns its results, with one fork each.
    ///
    /// @throws CaseFailedException when the process has no result
    List<BenchmarkResult> fork(Plan plan, int round)
            throws IOException, InterruptedException, CaseFailedException;
}
