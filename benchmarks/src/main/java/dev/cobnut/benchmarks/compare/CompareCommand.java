package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./cobnut bench compare A B`.
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two runs: ratio, interval, p, bytes, verdict.",
            "Exit code 1: not comparable, or with --gate something regressed."
        })
public final class CompareCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "The base: latest, latest~1, an id, a commit, a label or a file.")
    private String base = "";

    @Parameters(index = "1", paramLabel = "B", description = "The run that is compared with it.")
    private String now = "";

    @Option(
            names = "--history",
            paramLabel = "DIR",
            description = "Folder of the history (benchmarks/history).")
    private Path folder = HistoryFolder.standard();

    @Mixin private final ComparisonOutput output = new ComparisonOutput();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        RunHistory history = RunHistory.in(folder);
        RunRecord a = history.find(base);
        RunRecord b = history.find(now);
        return output.write(a, b, Floor.of(history.runs(), a, b), spec.commandLine().getOut());
    }
}
