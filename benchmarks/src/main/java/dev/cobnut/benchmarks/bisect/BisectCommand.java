package dev.cobnut.benchmarks.bisect;

import dev.cobnut.benchmarks.bisect.Bisection.Outcome;
import dev.cobnut.benchmarks.history.HistoryFolder;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.results.TableNumbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./cobnut bench bisect <benchmark> <good> <bad>`.
@Command(
        name = "bisect",
        mixinStandardHelpOptions = true,
        description = "Finds the commit that made a benchmark slower.")
public final class BisectCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "BENCHMARK",
            description = "Its full name, as `bench jmh --list` prints it.")
    private String benchmark = "";

    @Parameters(index = "1", paramLabel = "GOOD", description = "A fast commit.")
    private String good = "";

    @Parameters(index = "2", paramLabel = "BAD", description = "A later, slow commit.")
    private String bad = "";

    @Option(
            names = "--command",
            paramLabel = "COMMAND",
            description =
                    "Run by sh in each checkout; prints a number a line, lower is better (./cobnut bench jmh --quick --numbers --include BENCHMARK).")
    private @Nullable String command;

    @Option(
            names = "--repository",
            paramLabel = "DIR",
            description = "Repository of the commits (this one).")
    private Path repository = HistoryFolder.home();

    @Option(
            names = "--minutes",
            description = "Time limit for one commit, its build included (${DEFAULT-VALUE}).")
    private int minutes = 15;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (minutes < 1) {
            throw new InvalidInputException("--minutes is at least 1, not " + minutes + ".");
        }
        Git git = new Git(repository);
        String from = git.commit(good);
        String to = git.commit(bad);
        List<String> after = git.between(from, to);
        PrintWriter progress = spec.commandLine().getErr();
        CommandMeter meter =
                new CommandMeter(
                        git, command(), Duration.ofMinutes(minutes), line -> say(progress, line));
        Outcome outcome = new Bisection(meter, line -> say(progress, line)).find(from, after);
        PrintWriter output = spec.commandLine().getOut();
        switch (outcome) {
            case Outcome.Found(List<String> commits, double before, double now) -> {
                if (commits.size() > 1) {
                    output.println("One of these; those before the last cannot be measured:");
                }
                for (String commit : commits) {
                    output.println(git.subject(commit));
                }
                output.printf(
                        "%s → %s, %s ×%n",
                        TableNumbers.plain(before),
                        TableNumbers.plain(now),
                        TableNumbers.ratio(now / before));
                output.flush();
                return 0;
            }
            case Outcome.NoDifference(double before, double now) ->
                    throw new InvalidInputException(
                            "The bad end is not clearly slower than the good one: %s and %s."
                                    .formatted(
                                            TableNumbers.plain(before), TableNumbers.plain(now)));
            case Outcome.Unmeasurable(String commit) ->
                    throw new InvalidInputException(
                            "%s cannot be measured: its command failed, or printed no number."
                                    .formatted(git.subject(commit)));
        }
    }

    private static void say(PrintWriter progress, String line) {
        progress.println(line);
        progress.flush();
    }

    private List<String> command() {
        return command == null
                ? List.of(
                        "./cobnut",
                        "bench",
                        "jmh",
                        "--quick",
                        "--numbers",
                        "--include",
                        "^" + Pattern.quote(benchmark) + "$")
                : List.of("sh", "-c", command);
    }
}
