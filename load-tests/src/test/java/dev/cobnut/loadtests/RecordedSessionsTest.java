package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.tools.TestRounds;
import dev.cobnut.lab.compare.SessionFolder;
import dev.cobnut.lab.report.SessionReports;
import dev.cobnut.loadtests.service.OrderServiceSubject;
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
        "01-outbox-polling, 0, CPU per request may have risen",
        "03-where-the-time-goes, 0, no difference found",
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
        Path folder = copied(session, root);
        SessionFolder recorded = new SessionFolder(folder);
        SessionReports.writeTexts(
                recorded, recorded.read(new OrderServiceSubject().planDefaults()));

        for (String file : List.of("report.md", "details.html", "comparison.json")) {
            assertThat(folder.resolve(file))
                    .hasSameTextualContentAs(SESSIONS.resolve(session).resolve(file));
        }
        assertThat(Files.readAllLines(folder.resolve("report.md"))).hasSizeLessThanOrEqualTo(120);
    }

    /// One session's; with `./cobnut test --thorough` those of all.
    @ParameterizedTest
    @MethodSource("drawn")
    void theStoredPicturesAreWhatTheirRecordingGives(String session, @TempDir Path root)
            throws IOException {
        int code =
                LoadTests.commandLine()
                        .execute("session", "report", copied(session, root).toString());

        assertThat(code).isZero();
        Path stored = SESSIONS.resolve("../../flamegraphs").resolve(session).normalize();
        List<Path> pictures = files(stored, ".*\\.(?:svg|html)");
        assertThat(pictures).isNotEmpty();
        for (Path picture : pictures) {
            assertThat(root.resolve("flamegraphs").resolve(session).resolve(picture.getFileName()))
                    .hasSameTextualContentAs(picture);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    02-woken-draining          | From A (index and page, every 100 ms) to B (as shipped)
                    01-outbox-polling          | regressed; moved, the whole does not show it (+1.8 %, inconclusive)
                    01-outbox-polling          | 5 000 events wait at its begin, at most 12.0/s are delivered
                    02-woken-draining          | **Cannot be told: keep B (in use) until it is measured.**
                    02-woken-draining          | but CPU per request may have risen, +7.5 % [−0.04, +15.7]; where: Jet's CPU per request rose by 54.8 %, +4.1 % of A's CPU
                    02-woken-draining          | not certain, but large: time in the service p50 +43.8 % [−1.7, +110.3]
                    04-few-entries-one-by-one  | nothing that decides regressed; not certain, but large: lag of the views p99 +109.9 % (136 ± 107 → 285 ± 125 ms, cannot be read in this build of the session: contains the warm-up)
                    02-woken-draining          | a verdict has to hold for all 137 tested rows together
                    04-few-entries-one-by-one  | excludes 0 for CPU per request, time in the service p50, but a verdict has to hold for all 134 tested rows together
                    noise-1                    | **A and B are one build: cannot be told.** As shipped, measured twice: the service was still warming up: the compiler has 38.4 %
                    profiling-overhead         | CPU of the process per request
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

    private static List<String> drawn() throws IOException {
        return TestRounds.areThorough() ? sessions() : List.of("planted-2");
    }

    /// A copy of the recording: without pictures.
    private static Path copied(String session, Path root) throws IOException {
        Path folder = root.resolve("docs").resolve("sessions").resolve(session);
        copy(SESSIONS.resolve(session), folder);
        Path stacks = Path.of("flamegraphs", session, "stacks");
        copy(SESSIONS.resolve("../..").resolve(stacks).normalize(), root.resolve(stacks));
        return folder;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        if (Files.isDirectory(from)) {
            for (Path file : files(from, ".*")) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static List<Path> files(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().matches(name))
                    .sorted()
                    .toList();
        }
    }
}
