package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// `./cobnut bench compare A B`.
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two runs: ratio, interval, p, bytes, verdict.",
            "Exit code 1: not comparable, or with --gate something regressed."
        })
public final class CompareCommand implements Callable<Integer> {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

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

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            description = "Least change that matters, in percent (5).")
    private double thresholdPercent = 100 * RunComparison.Rules.DEFAULT.threshold();

    @Option(names = "--markdown", paramLabel = "FILE", description = "Also write the table.")
    private @Nullable Path markdown;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write all numbers.")
    private @Nullable Path json;

    @Option(names = "--gate", description = "Exit code 1 when something regressed.")
    private boolean gate;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        if (!(thresholdPercent > 0 && thresholdPercent < 100)) {
            throw new InvalidInputException(
                    "--threshold is a percentage above 0 and below 100, not "
                            + thresholdPercent
                            + ".");
        }
        RunHistory history = RunHistory.in(folder);
        RunRecord a = history.find(base);
        RunRecord b = history.find(now);
        RunComparison comparison =
                RunComparison.of(
                        a,
                        b,
                        Floor.of(history.runs(), a, b),
                        new RunComparison.Rules(
                                thresholdPercent / 100,
                                RunComparison.Rules.DEFAULT.falseDiscoveryRate()));
        String table = ComparisonTable.markdown(comparison);
        PrintWriter output = spec.commandLine().getOut();
        output.print(table);
        output.flush();
        if (markdown != null) {
            Files.writeString(markdown, table);
        }
        if (json != null) {
            Files.writeString(json, JSON.writeValueAsString(comparison) + "\n");
        }
        if (!comparison.refusals().isEmpty()) {
            throw new InvalidInputException(
                    "Not comparable: " + String.join(" ", comparison.refusals()));
        }
        return gate && comparison.hasRegressed() ? 1 : 0;
    }
}
