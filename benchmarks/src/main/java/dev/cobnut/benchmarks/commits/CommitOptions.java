package dev.cobnut.benchmarks.commits;

import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that `compare-commits` and `bisect` share.
final class CommitOptions {

    private static final int ROUNDS_MAX = 50;

    @Option(
            names = "--command",
            paramLabel = "COMMAND",
            description =
                    "Instead of a benchmark: run by sh in each checkout, once a round; prints a number a line, lower is better.")
    @Nullable String command;

    @Option(
            names = "--repository",
            paramLabel = "DIR",
            description = "Repository of the commits (this one).")
    Path repository = HistoryFolder.home();

    @Option(names = "--rounds", description = "Rounds in turns (${DEFAULT-VALUE}).")
    int rounds = 6;

    @Option(
            names = "--minutes",
            description =
                    "Time limit for one start of a benchmark, its build included (${DEFAULT-VALUE}).")
    private int minutes = 15;

    Duration longest() {
        if (minutes < 1) {
            throw new InvalidInputException("--minutes is at least 1, not " + minutes + ".");
        }
        if (rounds < 2 || rounds > ROUNDS_MAX) {
            throw new InvalidInputException(
                    "--rounds is from 2 to " + ROUNDS_MAX + ", not " + rounds + ".");
        }
        return Duration.ofMinutes(minutes);
    }
}
