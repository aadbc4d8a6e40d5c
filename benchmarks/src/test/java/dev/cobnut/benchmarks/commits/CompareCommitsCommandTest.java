package dev.cobnut.benchmarks.commits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.Runs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Compares commits of a tiny repository: by a command, and by a `cobnut` that answers as the real
/// one does.
class CompareCommitsCommandTest {

    private static final String COBNUT =
            """
            #!/bin/sh
            case "$*" in *--list*) cat names; exit;; esac
            while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
            cat run.json > "$out"
            """;

    @TempDir Path folder;
    @TempDir Path elsewhere;

    private final StringWriter output = new StringWriter();
    private final StringWriter progress = new StringWriter();
    private TinyRepository repository;

    @BeforeEach
    void create() throws Exception {
        repository = new TinyRepository(folder);
    }

    private int compare(String a, String b, String... more) {
        List<String> arguments = new ArrayList<>(List.of(a, b, "--repository", folder.toString()));
        arguments.addAll(List.of(more));
        return new CommandLine(new CompareCommitsCommand())
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(progress))
                .setExecutionExceptionHandler((exception, commandLine, _) -> {
                    if (exception instanceof InvalidInputException) {
                        commandLine.getErr().println(exception.getMessage());
                        return 1;
                    }
                    throw exception;
                })
                .execute(arguments.toArray(String[]::new));
    }

    @Test
    void aMachineThatBecomesSlowerAllTheTimeIsNotInTheRatio() throws Exception {
        String a = repository.commit("before", "100");
        String b = repository.commit("after", "110");
        Path starts = Files.writeString(elsewhere.resolve("starts"), "0");
        String command =
                "n=$(($(cat FILE) + 1)); echo $n > FILE; echo $(($(cat cost) * (1000 + 20 * n)))"
                        .replace("FILE", starts.toString());

        assertThat(compare(a, b, "--command", command, "--gate"))
                .as("10 % are a regression")
                .isEqualTo(1);

        assertThat(starts).as("six rounds of two").content().isEqualToIgnoringNewLines("12");
        assertThat(output.toString())
                .containsPattern("\\| 1\\.(09|10) \\[1\\.0\\d, 1\\.1\\d] \\|")
                .contains("regressed")
                .contains("in turns");
        assertThat(repository.worktrees()).as("checkouts are removed").isEqualTo(1);
    }

    @Test
    void theBenchmarksThatBothCommitsHaveAreComparedWithTheirAllocation() throws Exception {
        repository.write("cobnut", COBNUT);
        repository.write("names", "Ask\n");
        repository.write("run.json", run(120, 24));
        String a = repository.commit("before", "");
        repository.write("names", "Ask\nFresh\n");
        repository.write("run.json", run(100, 48));
        String b = repository.commit("after", "");

        assertThat(compare(a, b, "--rounds", "3")).isZero();

        assertThat(output.toString())
                .contains("before (base) and", "after (new)")
                .contains("| `Ask` | 120 ns | 100 ns | 0.83 [0.83, 0.83] |")
                .contains("24 → 48, regressed | improved |")
                .doesNotContain("Fresh");
        assertThat(progress.toString()).contains("3/3").doesNotContain("4/3");
    }

    private static String run(double nanos, double bytes) {
        return RunHistory.json(
                Runs.run(0, "aaaa", List.of(Runs.measured("Ask", Map.of(), bytes, nanos))));
    }

    @Test
    void whatCannotBeMeasuredIsOneSentence() throws Exception {
        String a = repository.commit("before", "100");
        String b = repository.commit("broken", "");

        assertThat(compare(a, b, "--command", "test -s cost && cat cost")).isEqualTo(1);
        assertThat(progress.toString()).containsPattern("\\w+ broken cannot be measured: ");
        assertThat(compare("nowhere", b)).isEqualTo(1);
        assertThat(progress.toString()).contains("'nowhere' is not a commit of ");
        assertThat(compare(a, b, "--rounds", "1")).isEqualTo(1);
        assertThat(compare(a, b, "--threshold", "0")).isEqualTo(1);
        assertThat(progress.toString()).contains("--rounds is from 2", "--threshold is a");
        assertThat(repository.worktrees()).isEqualTo(1);
    }
}
