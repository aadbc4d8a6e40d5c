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
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void theGateFailsOnAPlantedSlowdownAndNamesIt() throws IOException {
        assertThat(run("check", text(RecordedFolder.planted(root)))).isEqualTo(1);
        assertThat(out.toString()).contains("PlantedSlowdown.burn").contains("FAILS");
    }

    @Test
    void newCodeThatMakesTheWholeCheaperPassesTheGate() throws IOException {
        assertThat(run("check", text(RecordedFolder.replaced(root)))).as(out.toString()).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains("IndexWindow.read")))
                .singleElement()
                .asString()
                .contains("cpu-net")
                .endsWith("regressed · repaid, the total improved");
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
        assertThat(out.toString()).contains("Nothing regressed by 3.0 % or more.");
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
                .contains("The engine of cpu differs: ctimer in 01-A; perf_events in");
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
                .contains("CPU per request of the outbox fell by");
        assertThat(Files.readString(root.resolve("flamegraphs/index.html")))
                .contains("outbox-polling/steady-cpu-comparison.png")
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
                .contains("one comparison was measured")
                .contains("20 more were resampled by splitting its runs");
    }
}
