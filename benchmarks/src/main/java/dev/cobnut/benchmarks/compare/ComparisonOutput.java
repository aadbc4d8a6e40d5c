package dev.cobnut.benchmarks.compare;

import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The options and the output of a comparison. Exit code 1: not comparable, or with `--gate`
/// something regressed.
public final class ComparisonOutput {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

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

    int write(RunRecord a, RunRecord b, Floor floor, PrintWriter output) throws IOException {
        return write(RunComparison.of(a, b, floor, rules()), output);
    }

    /// @param a one side of a run in turns, `b` the other; forks of one round are neighbours in
    ///   time
    /// @return the exit code
    public int writeInRounds(RunRecord a, RunRecord b, PrintWriter output) throws IOException {
        return write(RunComparison.inRounds(a, b, rules()), output);
    }

    /// Checks the options before anything is measured.
    ///
    /// @throws InvalidInputException when one is wrong
    public void check() {
        var _ = rules();
    }

    private RunComparison.Rules rules() {
        if (!(thresholdPercent > 0 && thresholdPercent < 100)) {
            throw new InvalidInputException(
                    "--threshold is a percentage above 0 and below 100, not "
                            + thresholdPercent
                            + ".");
        }
        return new RunComparison.Rules(
                thresholdPercent / 100, RunComparison.Rules.DEFAULT.falseDiscoveryRate());
    }

    private int write(RunComparison comparison, PrintWriter output) throws IOException {
        String table = ComparisonTable.markdown(comparison);
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
