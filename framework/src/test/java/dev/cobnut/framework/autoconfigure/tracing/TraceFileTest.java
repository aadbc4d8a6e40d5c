package dev.cobnut.framework.autoconfigure.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {

    @TempDir private Path folder;

    private static void line(TraceFile file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        file.write(bytes, 0, bytes.length);
        file.write('\n');
    }

    @Test
    void aFullFileIsBegunAnewAtALineAndTheOneBeforeIsKept() throws IOException {
        Path path = folder.resolve("new/traces.jsonl");
        try (TraceFile file = new TraceFile(path, 10)) {
            for (int i = 1; i <= 7; i++) {
                line(file, "line " + i);
            }
        }

        assertThat(path).hasContent("line 7");
        assertThat(path.resolveSibling("traces.jsonl.1")).hasContent("line 5\nline 6");
    }

    @Test
    void aFileThatSomebodyTakesAwayIsThereAgainWhenItIsFull() throws IOException {
        Path path = folder.resolve("traces.jsonl");
        try (TraceFile file = new TraceFile(path, 10)) {
            line(file, "line 1");
            line(file, "line 2");
            Files.delete(path);
            line(file, "line 3");
        }

        assertThat(path).hasContent("line 3");
    }

    @Test
    void aFileThatIsThereIsContinued() throws IOException {
        Path path = folder.resolve("traces.jsonl");
        Files.writeString(path, "before\n");
        try (TraceFile file = new TraceFile(path, 1_000)) {
            line(file, "after");
        }

        assertThat(path).hasContent("before\nafter");
    }
}
