package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LoadTestsTest {

    @Test
    void whatIsWrongWithACommandLineIsOneLine() {
        StringWriter said = new StringWriter();

        int code =
                LoadTests.commandLine()
                        .setErr(new PrintWriter(said, true))
                        .execute("load", "--rate=abc");

        assertThat(code).isEqualTo(2);
        assertThat(said.toString().strip())
                .contains("--rate", "'abc'", "cobnut load --help")
                .doesNotContain("\n");
    }
}
