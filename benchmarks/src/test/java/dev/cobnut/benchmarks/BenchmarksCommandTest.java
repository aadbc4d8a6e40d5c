package dev.cobnut.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.history.RunEnvironment;
import dev.cobnut.benchmarks.history.RunHistory;
import dev.cobnut.benchmarks.history.RunRecord;
import dev.cobnut.benchmarks.history.Runs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs the commands on hand-written runs and checks their output, their files and their error
/// messages.
class BenchmarksCommandTest {

    @TempDir Path folder;

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int bench(String... arguments) {
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(errors))
                .execute(arguments);
    }

    private String history() {
        return folder.resolve("history").toString();
    }

    private void record(RunRecord run) throws Exception {
        Path _ = RunHistory.append(Path.of(history()), run);
    }

    private void recordTwo() throws Exception {
        record(Runs.run(0, "aaaa", List.of(Runs.measured("Ask", 100, 101, 99, 100, 101, 99))));
        record(Runs.run(1, "bbbb", List.of(Runs.measured("Ask", 150, 151, 149, 150, 151, 149))));
    }

    @Test
    void helpNamesWhatThereIs() {
        assertThat(bench("--help")).as(errors.toString()).isZero();
        assertThat(output.toString()).contains("cluster", "record-all", "compare");
    }

    @Test
    void compareWritesATableMarkdownAndJson() throws Exception {
        recordTwo();
        Path markdown = folder.resolve("table.md");
        Path json = folder.resolve("table.json");

        assertThat(
                        bench(
                                "compare",
                                "aaaa",
                                "latest",
                                "--history",
                                history(),
                                "--markdown",
                                markdown.toString(),
                                "--json",
                                json.toString()))
                .isZero();

        assertThat(output.toString()).contains("1.50 [").contains("regressed");
        assertThat(markdown).hasContent(output.toString());
        JsonNode comparison = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(comparison.at("/lines/0/ratio").asDouble()).isEqualTo(1.5);
        assertThat(comparison.at("/lines/0/verdict").asString()).isEqualTo("REGRESSED");
        assertThat(bench("compare", "aaaa", "bbbb", "--gate", "--history", history()))
                .as("the gate")
                .isEqualTo(1);
        assertThat(bench("compare", "bbbb", "aaaa", "--gate", "--history", history())).isZero();
    }

    @Test
    void runsOfTwoMachinesAreNotComparable() throws Exception {
        recordTwo();
        RunEnvironment other = RunEnvironment.of(64, "another", 8, "Linux 6", "JDK 25");
        record(Runs.run(2, "cccc", other, Runs.FLAGS, List.of(Runs.measured("Ask", 50, 51, 49))));

        assertThat(bench("compare", "aaaa", "cccc", "--history", history())).isEqualTo(1);

        assertThat(output.toString()).contains("not comparable").doesNotContain("improved");
        assertThat(errors.toString())
                .hasLineCount(1)
                .startsWith("Not comparable: The machines differ");
    }

    @Test
    void historyFindsTheChangeAndDrawsIt() throws Exception {
        List<RunRecord> runs = new ArrayList<>();
        for (int r = 0; r < 16; r++) {
            double level = (r < 8 ? 100 : 140) + r % 3;
            runs.add(Runs.run(r, "c" + r, List.of(Runs.measured("Ask", level, level))));
        }
        for (RunRecord run : runs) {
            record(run);
        }
        Path svg = folder.resolve("trend.svg");

        assertThat(bench("history", "--history", history(), "--svg", svg.toString())).isZero();

        assertThat(output.toString())
                .contains("Ask: worse since " + runs.get(8).id() + " (c8)")
                .contains("1 change point in 1 benchmarks over 16 runs");
        assertThat(svg).content().startsWith("<svg").contains("1.4");
    }

    @Test
    void resultsAreWrittenIntoBothDocuments() throws Exception {
        recordTwo();
        Path document = placeForResults("benchmarks.md");
        Path guide = placeForResults("runtime.md");

        assertThat(results(document, guide)).isZero();

        assertThat(document).content().contains("commit `bbbb`").contains("### Ask");
        assertThat(guide).content().contains("| µs | an actor |");
    }

    @Test
    void whenOneDocumentIsMissingTheOtherIsLeftAsItIs() throws Exception {
        recordTwo();
        Path document = placeForResults("benchmarks.md");
        String before = Files.readString(document);

        assertThat(results(document, folder.resolve("nowhere.md"))).isNotZero();

        assertThat(errors.toString()).contains("There is no document", "nowhere.md");
        assertThat(document).content().isEqualTo(before);
    }

    private int results(Path document, Path guide) {
        return bench(
                "results",
                "--history",
                history(),
                "--document",
                document.toString(),
                "--guide",
                guide.toString());
    }

    private Path placeForResults(String name) throws IOException {
        return Files.writeString(
                folder.resolve(name),
                "# A document\n<!-- results: written by ./cobnut bench results -->\n<!-- end of the results -->\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare latest latest~1",
                "compare a",
                "compare a b --threshold 0",
                "history",
                "results nothing",
                "jmh --include NoSuchBenchmark",
                "jmh --include ((",
                "jmh --forks 0",
                "jmh --nonsense",
                "scenarios --include NoSuchScenario",
                "record-all --times 0",
                "bisect Ask HEAD",
                "bisect Ask nowhere HEAD --repository /",
                "nonsense"
            })
    void nonsenseIsAnsweredByOneSentenceAndAnExitCode(String line) {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        if (List.of("compare", "history", "results").contains(arguments.getFirst())) {
            arguments.addAll(List.of("--history", history()));
        }
        if (arguments.getFirst().equals("results")) {
            arguments.addAll(List.of("--document", folder.resolve("none.md").toString()));
        }

        assertThat(bench(arguments.toArray(String[]::new))).isNotZero();

        assertThat(errors.toString()).isNotBlank().hasLineCount(1).doesNotContain("Exception");
        assertThat(output.toString()).isEmpty();
    }
}
