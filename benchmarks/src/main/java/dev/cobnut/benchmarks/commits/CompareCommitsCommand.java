package dev.cobnut.benchmarks.commits;

import dev.cobnut.benchmarks.compare.ComparisonOutput;
import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.history.RunEnvironment;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.history.Settings;
import dev.cobnut.benchmarks.results.TableNumbers;
import dev.cobnut.lab.machine.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `./cobnut bench compare-commits A B`.
///
/// Each commit is built in a worktree of its own. A round measures every benchmark that both have,
/// in one process of A and one of B, one directly after the other. Every second round has the
/// reverse order.
@Command(
        name = "compare-commits",
        mixinStandardHelpOptions = true,
        description = {
            "Measures two commits side by side, in turns: ratio, interval, p, bytes, verdict.",
            "Exit code 1: a commit cannot be measured, or with --gate something regressed."
        })
public final class CompareCommitsCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "A", description = "The base.")
    private String base = "";

    @Parameters(index = "1", paramLabel = "B", description = "The commit compared with it.")
    private String now = "";

    @Option(
            names = "--include",
            paramLabel = "REGEX",
            description = "Only micro-benchmarks with a name that matches (those of the targets).")
    private String include = "";

    @Mixin private final CommitOptions options = new CommitOptions();

    @Mixin private final ComparisonOutput comparison = new ComparisonOutput();

    @Spec private CommandSpec spec = CommandSpec.create();

    /// A commit and what has been measured of it.
    private final class Side implements AutoCloseable {

        private final String commit;
        private final String subject;
        private final BuiltCommit built;
        private final List<RunRecord> runs = new ArrayList<>();

        Side(Git git, String name, Duration longest) throws IOException, InterruptedException {
            commit = git.commit(name);
            subject = git.subject(commit);
            built =
                    new BuiltCommit(
                            git.checkOut(commit),
                            options.command == null
                                    ? List.of()
                                    : List.of("sh", "-c", options.command),
                            longest);
        }

        /// The names of its benchmarks.
        List<String> names() throws IOException, InterruptedException {
            if (options.command != null) {
                return List.of(options.command);
            }
            say("builds " + subject);
            List<String> list = bench("--list");
            return built.run(list).orElseThrow(() -> unmeasurable("bench jmh --list failed"));
        }

        /// Measures a benchmark once.
        void measure(String name, int round) throws IOException, InterruptedException {
            runs.add(options.command == null ? benchmark(name, round) : command(name, round));
            BenchmarkResult measured = runs.getLast().results().getFirst();
            say(
                    "%d/%d %s: %s %s"
                            .formatted(
                                    round + 1,
                                    options.rounds,
                                    subject,
                                    measured.key(),
                                    TableNumbers.plain(measured.mean())));
        }

        private RunRecord benchmark(String name, int round)
                throws IOException, InterruptedException {
            Path out = Files.createTempFile("cobnut-commit-", ".json");
            try {
                List<String> words =
                        bench(
                                "--forks",
                                "1",
                                "--out",
                                out.toString(),
                                "--include",
                                "^" + Pattern.quote(name) + "$");
                if (built.run(words).isEmpty()) {
                    throw unmeasurable(name + " failed");
                }
                RunRecord run = new RunHistory(out, List.of()).find(out.toString());
                return with(
                        run,
                        run.results().stream().map(measured -> measured.inRound(round)).toList());
            } finally {
                Files.delete(out);
            }
        }

        private List<String> bench(String... arguments) {
            List<String> words = new ArrayList<>(List.of("./cobnut", "bench", "jmh", "--quick"));
            words.addAll(List.of(arguments));
            if (!include.isEmpty() && !words.contains("--include")) {
                words.addAll(List.of("--include", include));
            }
            return words;
        }

        private RunRecord command(String name, int round) throws IOException, InterruptedException {
            OptionalDouble cost = built.measure();
            if (cost.isEmpty()) {
                throw unmeasurable("its command failed, or printed no number");
            }
            Fork fork = new Fork(round, List.of(cost.getAsDouble()), null);
            return RunRecord.of(
                    Instant.EPOCH,
                    commit,
                    "",
                    RunEnvironment.of(Machine.current()),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(
                            new BenchmarkResult(
                                    name,
                                    new TreeMap<>(),
                                    Mode.AVERAGE_TIME,
                                    "",
                                    new Settings(0, "0", 1, "0", 1),
                                    List.of(fork))));
        }

        private InvalidInputException unmeasurable(String reason) {
            return new InvalidInputException(
                    "%s cannot be measured: %s.".formatted(subject, reason));
        }

        /// All rounds as one run.
        RunRecord run() {
            TreeMap<String, BenchmarkResult> results = new TreeMap<>();
            runs.forEach(run ->
                    run.results()
                            .forEach(one -> results.merge(one.key(), one, BenchmarkResult::with)));
            return with(runs.getFirst(), List.copyOf(results.values()));
        }

        private RunRecord with(RunRecord run, List<BenchmarkResult> results) {
            return new RunRecord(
                    RunRecord.SCHEMA,
                    subject,
                    run.at(),
                    commit,
                    run.label(),
                    run.place(),
                    run.flags(),
                    run.disturbed(),
                    run.failed(),
                    results);
        }

        @Override
        public void close() throws IOException {
            built.close();
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        comparison.check();
        Duration longest = options.longest();
        Git git = new Git(options.repository);
        try (Side a = new Side(git, base, longest);
                Side b = new Side(git, now, longest)) {
            List<String> names = new ArrayList<>(a.names());
            names.retainAll(b.names());
            if (names.isEmpty()) {
                throw new InvalidInputException(
                        "The two commits have no such benchmark in common.");
            }
            for (int round = 0; round < options.rounds; round++) {
                for (String name : names) {
                    for (Side side : round % 2 == 0 ? List.of(a, b) : List.of(b, a)) {
                        side.measure(name, round);
                    }
                }
            }
            return comparison.writeInRounds(a.run(), b.run(), spec.commandLine().getOut());
        }
    }

    private void say(String line) {
        PrintWriter progress = spec.commandLine().getErr();
        progress.println(line);
        progress.flush();
    }
}
