package dev.cobnut.benchmarks.run;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.results.RunTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of a run and its output that `jmh`, `scenarios` and `record-all` share.
final class RunOptions {

    private static final int FORKS_MAX = 30;

    @Option(names = "--quick", description = "A shorter run of only the cases of the targets.")
    boolean quick;

    @Option(names = "--forks", description = "Processes for each case (6, quick 3).")
    @Nullable Integer forks;

    @Option(names = "--label", description = "A name for the run (full or quick).")
    @Nullable String label;

    @Option(names = "--record", description = "Append the run to the history.")
    boolean record;

    @Option(
            names = "--history",
            paramLabel = "DIR",
            description = "Folder of the history (benchmarks/history).")
    Path history = HistoryFolder.standard();

    @Option(names = "--out", paramLabel = "FILE", description = "Also write the run as JSON.")
    @Nullable Path out;

    @Option(names = "--numbers", description = "Print only the mean of each process, one per line.")
    boolean numbers;

    Plan plan() {
        Plan plan = quick ? Plan.quick() : Plan.full();
        if (forks != null) {
            if (forks < 1 || forks > FORKS_MAX) {
                throw new InvalidInputException(
                        "--forks is from 1 to " + FORKS_MAX + ", not " + forks + ".");
            }
            plan = plan.withForks(forks);
        }
        return label == null ? plan : plan.withLabel(label);
    }

    int run(List<? extends Case> cases, Plan plan, PrintWriter output, PrintWriter progress)
            throws IOException, InterruptedException {
        return run(new Rounds(progress), cases, plan, output, progress);
    }

    /// Measures the cases, prints the results and records them when asked to.
    ///
    /// @param rounds the same instance for runs that follow each other
    /// @return the exit code: 1 when a case could not be measured
    int run(
            Rounds rounds,
            List<? extends Case> cases,
            Plan plan,
            PrintWriter output,
            PrintWriter progress)
            throws IOException, InterruptedException {
        RunRecord run = rounds.measure(cases, plan);
        if (run.results().isEmpty()) {
            run.failed().forEach(progress::println);
            throw new InvalidInputException("Nothing could be measured.");
        }
        if (numbers) {
            run.results().stream()
                    .filter(measured -> !measured.benchmark().endsWith(BenchmarkResult.CPU))
                    .forEach(measured ->
                            measured.forks().forEach(fork -> output.println(fork.mean())));
        } else {
            output.print(RunTable.markdown(run));
        }
        output.flush();
        if (out != null) {
            Files.writeString(out, RunHistory.json(run) + "\n");
        }
        if (record) {
            progress.println("recorded as " + run.id() + " in " + RunHistory.append(history, run));
        }
        run.disturbed().forEach(progress::println);
        run.failed().forEach(progress::println);
        progress.flush();
        return run.failed().isEmpty() ? 0 : 1;
    }
}
