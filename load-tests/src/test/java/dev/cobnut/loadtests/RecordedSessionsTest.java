package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Runs the gate on the recorded sessions in `docs/sessions`. It passes a variant compared with
/// itself and fails a session with a planted slowdown.
class RecordedSessionsTest {

    private static final Path SESSIONS =
            Path.of("..", "docs", "sessions").toAbsolutePath().normalize();

    @ParameterizedTest
    @CsvSource({
        "03-where-the-time-goes, 0, Nothing regressed",
        "noise-1, 0, Nothing regressed",
        "planted-1, 1, Regressed by",
        "planted-2, 1, Regressed by"
    })
    void theGateSaysWhatWasDone(String session, int exitCode, String sentence) {
        StringWriter out = new StringWriter();
        int code =
                LoadTests.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(out))
                        .execute("session", "check", SESSIONS.resolve(session).toString());

        assertThat(code).as(out.toString()).isEqualTo(exitCode);
        assertThat(out.toString()).contains(sentence);
    }
}
