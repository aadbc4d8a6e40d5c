package dev.cobnut.benchmarks.commits;

import dev.cobnut.benchmarks.commits.Bisection.Outcome;
import dev.cobnut.benchmarks.commits.Bisection.Workshop;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.results.TableNumbers;
import dev.cobnut.benchmarks.statistics.GeometricMean;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

    @Mixin private final CommitOptions options = new CommitOptions();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration longest = options.longest();
        Git git = new Git(options.repository);
        String from = git.commit(good);
        List<String> after = git.between(from, git.commit(bad));
        PrintWriter progress = spec.commandLine().getErr();
        Workshop workshop =
                commit -> {
                    say(progress, git.subject(commit));
                    return new BuiltCommit(git.checkOut(commit), command(), longest);
                };
        Outcome outcome =
                new Bisection(workshop, options.rounds, line -> say(progress, line))
                        .find(from, after);
        PrintWriter output = spec.commandLine().getOut();
        switch (outcome) {
            case Outcome.Found(
                            List<String> commits,
                            double before,
                            double now,
                            GeometricMean ratio,
                            double confidence) -> {
                if (commits.size() > 1) {
                    output.println("One of these; those before the last cannot be measured:");
                }
                for (String commit : commits) {
                    output.println(git.subject(commit));
                }
                output.printf(
                        "%s → %s, %s ×; %s%n",
                        TableNumbers.plain(before),
                        TableNumbers.plain(now),
                        TableNumbers.ratio(ratio.value(), ratio.interval()),
                        Bisection.words(confidence));
                output.flush();
                return 0;
            }
            case Outcome.NoDifference(GeometricMean ratio) ->
                    throw new InvalidInputException(
                            "The bad end is not clearly slower than the good one: %s ×."
                                    .formatted(
                                            TableNumbers.ratio(ratio.value(), ratio.interval())));
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
        return options.command == null
                ? List.of(
                        "./cobnut",
                        "bench",
                        "jmh",
                        "--quick",
                        "--forks",
                        "1",
                        "--numbers",
                        "--include",
                        "^" + Pattern.quote(benchmark) + "$")
                : List.of("sh", "-c", options.command);
    }
}
