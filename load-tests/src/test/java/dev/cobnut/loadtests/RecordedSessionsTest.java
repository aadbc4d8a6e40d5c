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
        "planted-1, 1, code that only B has costs",
        "planted-2, 1, code that only B has costs"
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
