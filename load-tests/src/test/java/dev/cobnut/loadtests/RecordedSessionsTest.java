package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs the gate on the recorded sessions in `docs/sessions`. It passes a variant compared with
/// itself and fails a session with a planted slowdown. The stored reports are what their recordings
/// give.
class RecordedSessionsTest {

    private static final Path SESSIONS =
            Path.of("..", "docs", "sessions").toAbsolutePath().normalize();

    @ParameterizedTest
    @CsvSource({
        "03-where-the-time-goes, 0, Keep A",
        "noise-1, 0, the compiler has",
        "planted-1, 1, code only in B costs",
        "planted-2, 1, code only in B costs"
    })
    void theGateSaysWhatWasDone(String session, int exitCode, String sentence) {
        StringWriter out = new StringWriter();
        Path comment = Path.of("target", "gate-%s.md".formatted(session));
        int code =
                LoadTests.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out))
                        .execute(
                                "session",
                                "check",
                                SESSIONS.resolve(session).toString(),
                                "--comment",
                                comment.toString());

        assertThat(code).as(out.toString()).isEqualTo(exitCode);
        assertThat(out.toString()).contains(sentence);
        assertThat(comment).content().contains(sentence, "The gate ");
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void aStoredReportIsShortAndIsWhatItsRecordingGives(String session, @TempDir Path root)
            throws IOException {
        Path folder = root.resolve("docs").resolve("sessions").resolve(session);
        copy(SESSIONS.resolve(session), folder);
        copy(
                SESSIONS.resolve("../../flamegraphs")
                        .resolve(session)
                        .resolve("stacks")
                        .normalize(),
                root.resolve("flamegraphs").resolve(session).resolve("stacks"));

        int code = LoadTests.commandLine().execute("session", "report", folder.toString());

        assertThat(code).isZero();
        for (String file : List.of("report.md", "details.html", "comparison.json")) {
            assertThat(folder.resolve(file))
                    .hasSameTextualContentAs(SESSIONS.resolve(session).resolve(file));
        }
        assertThat(Files.readAllLines(folder.resolve("report.md"))).hasSizeLessThanOrEqualTo(120);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    02-woken-draining          | From A (index and page, every 100 ms) to B (as shipped)
                    02-woken-draining          | **Cannot be told: keep what is in use until it is measured.**
                    04-few-entries-one-by-one  | nothing tested regressed; not tested, but large: lag of the views p99 +109.9 %
                    04-few-entries-one-by-one  | excludes 0 for CPU per request, time in the service p50, but a verdict has to hold for all 134 tested rows together
                    noise-1                    | B is the same as A (as shipped); the service was still warming up: the compiler has 38.4 %
                    planted-1                  | of all samples of A: 805 µs/request of CPU
                    planted-1                  | Not tested, contains the warm-up: lag of the views p99.
                    """)
    void aReportSaysWhatAStrangerAsks(String session, String sentence) throws IOException {
        assertThat(SESSIONS.resolve(session).resolve("report.md")).content().contains(sentence);
    }

    /// What a stranger stumbles over: a row that is only "not comparable", and a sentence again.
    @ParameterizedTest
    @MethodSource("sessions")
    void aReportGivesTheReasonOfEachRowWithoutVerdictAndSaysNothingTwice(String session)
            throws IOException {
        String report = Files.readString(SESSIONS.resolve(session).resolve("report.md"));
        String unseen =
                report.replaceAll("(?s).*## What could not be seen|## What was compared.*", "");

        report.lines()
                .filter(line ->
                        line.matches(
                                ".*\\| (?:inconclusive|untested.*|not comparable|not measured) \\|"))
                .map(line -> line.split(" *\\| *", -1)[1])
                .forEach(row -> assertThat(unseen).contains(row));
        assertThat(report.split("(?<=[.:;]) |\\n"))
                .filteredOn(sentence -> sentence.length() > 60)
                .doesNotHaveDuplicates();
        assertThat(report).doesNotContain("only in before", "in one variant only");
    }

    private static List<String> sessions() throws IOException {
        try (Stream<Path> folders = Files.list(SESSIONS)) {
            return folders.filter(folder -> Files.exists(folder.resolve("comparison.json")))
                    .map(folder -> String.valueOf(folder.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        if (Files.isDirectory(from)) {
            try (Stream<Path> files = Files.list(from)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
    }
}
