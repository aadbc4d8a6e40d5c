package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// One question with one contender: what one process measures.
interface Case {

    /// What is of one group is measured one after the other.
    String group();

    /// For people.
    String name();

    /// Whether a published target rests on it.
    boolean target();

    Duration length(Plan plan);

    /// Starts a process, and returns what it has measured, with one fork each.
    ///
    /// @throws CaseFailedException when it has not measured anything
    List<BenchmarkResult> fork(Plan plan, int round)
            throws IOException, InterruptedException, CaseFailedException;
}
