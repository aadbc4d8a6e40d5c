package dev.cobnut.benchmarks.commits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.InvalidInputException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Finds a planted slowdown in a history of commits. The benchmark is a command that prints a
/// number from the commit.
class BisectCommandTest {

    @TempDir Path folder;

    private final StringWriter output = new StringWriter();
    private final StringWriter progress = new StringWriter();
    private final List<String> commits = new ArrayList<>();
    private TinyRepository repository;

    @BeforeEach
    void create() throws Exception {
        repository = new TinyRepository(folder);
    }

    private void commit(String message, String cost) throws Exception {
        commits.add(repository.commit(message, cost));
    }

    private int bisect(String good, String bad) {
        return new CommandLine(new BisectCommand())
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(progress))
                .setExecutionExceptionHandler((exception, commandLine, _) -> {
                    if (exception instanceof InvalidInputException) {
                        commandLine.getErr().println(exception.getMessage());
                        return 1;
                    }
                    throw exception;
                })
                .execute(
                        "Tiny.cost",
                        good,
                        bad,
                        "--repository",
                        folder.toString(),
                        "--command",
                        "test -s cost && echo building && cat cost");
    }

    @Test
    void theCommitWithThePlantedSlowdownIsFound() throws Exception {
        for (int i = 0; i < 12; i++) {
            commit("change " + i, i < 7 ? "100\n101\n99\n" : "130\n131\n129\n");
        }

        assertThat(bisect(commits.getFirst(), "HEAD")).isZero();

        assertThat(output.toString())
                .contains("change 7")
                .contains("100 → 130, 1.30 [1.30, 1.30] ×");
        assertThat(progress.toString().lines().filter(line -> line.contains("change ")))
                .as("both ends and the logarithm of the rest")
                .hasSizeBetween(4, 6);
        assertThat(output.toString()).contains("confidence above 99.9 %");
        assertThat(repository.worktrees()).as("checkouts are removed").isEqualTo(1);
    }

    @Test
    void commitsThatCannotBeMeasuredAreNamedWithTheOneBehindThem() throws Exception {
        commit("start", "100\n");
        commit("fine", "100\n");
        commit("does not build", "");
        commit("slow", "200\n");
        commit("slow, too", "200\n");

        assertThat(bisect(commits.getFirst(), commits.getLast())).isZero();

        assertThat(output.toString())
                .contains("One of these")
                .contains("does not build")
                .containsPattern("\\w+ slow\n")
                .doesNotContain("fine")
                .doesNotContain("slow, too");
    }

    @Test
    void endsThatDoNotDifferAreNotDivided() throws Exception {
        commit("start", "100\n103\n");
        commit("more", "102\n104\n");

        assertThat(bisect(commits.getFirst(), "HEAD")).isEqualTo(1);
        assertThat(progress.toString()).contains("not clearly slower than the good one: 1.01 [");
    }

    @Test
    void wrongNamesAreOneSentence() throws Exception {
        commit("start", "100\n");
        commit("end", "");

        assertThat(bisect("nowhere", "HEAD")).isEqualTo(1);
        assertThat(progress.toString()).startsWith("'nowhere' is not a commit of ").hasLineCount(1);
        assertThat(bisect("HEAD", commits.getFirst())).isEqualTo(1);
        assertThat(progress.toString()).contains("is not among the first parents of");
        assertThat(bisect(commits.getFirst(), "HEAD")).isEqualTo(1);
        assertThat(progress.toString()).contains("end cannot be measured");
        assertThat(repository.worktrees()).isEqualTo(1);
    }
}
