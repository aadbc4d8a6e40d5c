package dev.cobnut.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.compare.RecordedFolder;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.session.SampleSubject;
import dev.cobnut.lab.session.SessionCommand;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ReportCommandTest {

    @TempDir private Path root;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return SessionCommand.of(new SampleSubject())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static String text(SessionFolder folder) {
        return folder.folder().toString();
    }

    private Map<Path, byte[]> files() throws IOException {
        Map<Path, byte[]> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                files.put(file, Files.readAllBytes(file));
            }
        }
        return files;
    }

    @Test
    void theReportIsRebuiltByteForByte() throws IOException {
        SessionFolder folder = RecordedFolder.improved(root);

        assertThat(run("report", text(folder))).as(err.toString()).isZero();
        Map<Path, byte[]> first = files();
        assertThat(run("report", text(folder))).isZero();
        Map<Path, byte[]> second = files();

        assertThat(second.keySet()).isEqualTo(first.keySet());
        first.forEach(
                (file, bytes) -> assertThat(second.get(file)).as(file.toString()).isEqualTo(bytes));
    }

    /// Of a load that is a command.
    @Test
    void aLatencyThatWasNotMeasuredIsSaidAndNotInvented() throws IOException {
        SessionFolder folder = RecordedFolder.improved(root);
        JsonNode runs = JsonMapper.shared().readTree(Files.readString(folder.runsJson()));
        for (JsonNode run : runs) {
            ObjectNode window = (ObjectNode) run.path("windows").path(0);
            ((ObjectNode) window.path("load")).putNull("latencyMs").putNull("plannedPerSecond");
            window.putArray("spans");
        }
        Files.writeString(folder.runsJson(), runs.toString());

        assertThat(run("report", text(folder))).as(err.toString()).isZero();

        assertThat(folder.report())
                .content()
                .contains("| latency p50 | – | – | – | – | not measured |")
                .contains("| latency p99 | – | – | – | – | not measured |")
                .contains("steady, a rate of its own")
                .contains("The load was a command: its answers were counted by the service")
                .doesNotContain("null", "NaN");
        assertThat(folder.folder().resolve("details.html"))
                .content()
                .contains("not measured")
                .doesNotContain("null", "NaN");
    }

    @Test
    void theGateFailsOnAPlantedSlowdownAndNamesIt() throws IOException {
        assertThat(run("check", text(RecordedFolder.planted(root)))).isEqualTo(1);
        assertThat(out.toString())
                .contains("**Keep A.** From A (", "code only in B costs", "PlantedSlowdown.burn")
                .contains("FAILS");
    }

    @Test
    void newCodeThatMakesTheWholeCheaperPassesTheGate() throws IOException {
        assertThat(run("check", text(RecordedFolder.replaced(root)))).as(out.toString()).isZero();
        assertThat(out.toString()).contains("moved, the whole does not show it");
    }

    @Test
    void thePicturesOfAnEarlierComparisonAreDeleted() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        Files.createDirectories(folder.pictures());
        Path stale = Files.writeString(folder.pictures().resolve("gone-cpu-comparison.png"), "");
        Path index = Files.writeString(folder.pictures().resolve("notes.txt"), "");

        assertThat(run("report", text(folder))).as(err.toString()).isZero();

        assertThat(stale).doesNotExist();
        assertThat(index).exists();
        assertThat(folder.stacks("steady", ProfileEvent.CPU)).exists();
        assertThat(folder.pictures().resolve("steady-cpu-comparison.png")).exists();
    }

    @Test
    void theGatePassesAAgainstItself() throws IOException {
        assertThat(run("check", text(RecordedFolder.sameVariants(root)))).isZero();
        assertThat(out.toString())
                .contains(
                        "**A and B are one build: no difference found.** As it was, measured twice:",
                        "nothing that decides regressed by 3.0 % or more");
    }

    @Test
    void theGatePassesAnImprovement() throws IOException {
        assertThat(run("check", text(RecordedFolder.improved(root)))).isZero();
        assertThat(out.toString()).contains("improved");
    }

    @Test
    void aSessionThatIsNotComparableHasItsOwnExitCodeAndSentence() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        replace(
                folder.folder().resolve("runs.json"),
                "\"engine\":\"perf_events\"",
                "\"engine\":\"ctimer\"");

        assertThat(run("check", text(folder))).isEqualTo(3);
        assertThat(out.toString())
                .contains("engine of cpu differs: ctimer in 01-A; perf_events in");
        assertThat(run("report", text(folder))).isZero();
        assertThat(Files.readString(folder.report()))
                .contains("not comparable")
                .doesNotContain("| regressed |");
    }

    /// Replaces the first occurrence only: one run of ten.
    private static void replace(Path file, String what, String with) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(what);
        int at = text.indexOf(what);
        Files.writeString(file, text.substring(0, at) + with + text.substring(at + what.length()));
    }

    @Test
    void aFolderWithoutAPlanIsOneSentence() {
        assertThat(run("report", root.toString())).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("There is no session.yaml in");
    }

    @Test
    void theComparisonOfAnEarlierBuildIsOneSentence() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        assertThat(run("report", text(folder))).isZero();
        Path json = folder.folder().resolve("comparison.json");
        Files.writeString(json, Files.readString(json).replace("\"unsettled\"", "\"other\""));

        assertThat(run("gallery", "--root", root.toString())).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("comparison.json cannot be read", "`session report` writes it anew");
    }

    @Test
    void missingRunsAreOneSentence() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        Files.delete(folder.folder().resolve("runs.json"));

        assertThat(run("check", text(folder))).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("There is no runs.json in");
    }

    @Test
    void brokenRunsAreOneSentence() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        Files.writeString(folder.folder().resolve("runs.json"), "[{");

        assertThat(run("check", text(folder))).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("runs.json cannot be read");
    }

    @Test
    void tooFewRunsOfAVariantAreOneSentence() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        Path runs = folder.folder().resolve("runs.json");
        Files.writeString(
                runs, Files.readString(runs).replace("\"variant\":\"B\"", "\"variant\":\"A\""));

        assertThat(run("check", text(folder))).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("Variant B has 0 recorded runs");
    }

    @Test
    void unreadableStacksAreOneSentence() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        try (Stream<Path> stacks = Files.list(folder.pictures().resolve("stacks"))) {
            Path file = stacks.sorted().findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        }

        assertThat(run("report", text(folder))).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains("cannot be read");
    }

    @Test
    void missingStacksAreOneSentence() throws IOException {
        SessionFolder folder = RecordedFolder.planted(root);
        Files.delete(folder.pictures().resolve("stacks").resolve("steady-cpu.stacks.gz"));

        assertThat(run("report", text(folder))).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains("are missing");
    }

    @Test
    void theListsNameEverySessionWithItsFinding() throws IOException {
        run("report", text(RecordedFolder.planted(root)));
        run("report", text(RecordedFolder.improved(root)));
        assertThat(run("gallery", "--root", root.toString())).isZero();

        assertThat(Files.readString(root.resolve("docs/sessions/README.md")))
                .contains("(planted-slowdown/report.md)")
                .contains("(outbox-polling/report.md)")
                .contains(
                        "**Keep A.** From A (",
                        "code only in B costs",
                        "**Take B.** From A (scanning outbox) to B (indexed outbox): allocation per request fell by");
        assertThat(Files.readString(root.resolve("flamegraphs/index.html")))
                .contains("<strong>Take B.</strong>", "outbox-polling/steady-cpu-diff.png")
                .contains("planted-slowdown/steady-cpu.html")
                .doesNotContain("http://", "https://");
    }

    @Test
    void theReportCountsTheResampledComparisons() throws IOException {
        SessionFolder folder = RecordedFolder.sameVariants(root);
        assertThat(run("resample", text(folder), "--comparisons", "20")).isZero();
        assertThat(out.toString())
                .contains("measured:  1 comparison")
                .contains("resampled: 20 comparisons");
        assertThat(run("report", text(folder))).isZero();
        assertThat(Files.readString(folder.report()))
                .contains("other splits of the same runs into A and B gave 20 comparisons");
    }

    @Test
    void theGateWritesACommentForAPullRequest() throws IOException {
        Path comment = root.resolve("out").resolve("comment.md");

        assertThat(
                        run(
                                "check",
                                text(RecordedFolder.planted(root)),
                                "--comment",
                                comment.toString()))
                .isEqualTo(1);

        assertThat(comment)
                .content()
                .contains(
                        "**Keep A.**", "| CPU per request |", "The gate FAILS: regressed by 3.0 %");
    }

    @Test
    void aTextOfTheAuthorCannotHaveANumberOfItsOwn() throws IOException {
        SessionFolder folder = RecordedFolder.improved(root);
        Path yaml = folder.folder().resolve("session.yaml");
        String plan = Files.readString(yaml);

        for (String claim : List.of("It takes 51 % less.", "The indexes halve its cost.")) {
            Files.writeString(yaml, plan + "observations: " + claim + "\n");
            assertThat(run("report", text(folder))).isEqualTo(2);
            assertThat(err.toString()).contains("which no figure backs");
            err.getBuffer().setLength(0);
        }
        Files.writeString(
                yaml,
                plan
                        + "observations: \"At 200/s, CPU {steady/cpu-inclusive/outbox: moved}, locks {steady/figures/waiting for locks: moved}.\"\n");
        assertThat(run("report", text(folder))).as(err.toString()).isZero();
        assertThat(Files.readString(folder.report()))
                .containsPattern(
                        "At 200/s, CPU fell by [0-9.]+ % \\(.+µs/request\\), locks has no verdict of change \\(.+, untested\\)\\.");
    }

    @Test
    void aNameThatTheComparisonDoesNotHaveIsOneSentence() throws IOException {
        SessionFolder folder = RecordedFolder.improved(root);
        Path yaml = folder.folder().resolve("session.yaml");
        Files.writeString(
                yaml, Files.readString(yaml) + "observations: \"{steady/figures/speed: a}\"\n");

        assertThat(run("report", text(folder))).isEqualTo(2);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("name '{steady/figures/speed: a}', which is not in its comparison");
    }

    @Test
    void aRegressionBesideAnImprovementIsTheSecondHalfOfTheDecision() throws IOException {
        SessionFolder folder = RecordedFolder.weighed(root);

        assertThat(run("check", text(folder))).isEqualTo(1);
        assertThat(out.toString())
                .containsPattern(
                        "until it is weighed\\.\\*\\* From A .*: allocation per request fell by .*, but code only in B costs");
        assertThat(out.toString()).contains("1. Code only in B");
    }

    @Test
    void aReportIsShortAndShowsOnePicture() throws IOException {
        SessionFolder folder = RecordedFolder.improved(root);
        assertThat(run("report", text(folder))).as(err.toString()).isZero();

        List<String> report = Files.readAllLines(folder.report());
        assertThat(report).hasSizeLessThanOrEqualTo(120);
        assertThat(report.stream().filter(line -> line.startsWith("[![")).toList()).hasSize(1);
        assertThat(folder.folder().resolve("details.html"))
                .content()
                .doesNotContain("http://", "https://");
    }
}
