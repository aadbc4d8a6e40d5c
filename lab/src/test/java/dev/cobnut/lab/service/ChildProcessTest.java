package dev.cobnut.lab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {

    private final ChildProcess child = new ChildProcess();

    @Test
    void aRunningChildIsKilledAtTheEnd() throws Exception {
        Process process = child.start(new ProcessBuilder("cat"));
        assertThat(process.isAlive()).isTrue();

        child.end();

        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        child.release();
    }

    @Test
    void whatWouldBeStartedDuringTheEndIsNot(@TempDir Path folder) {
        Path trace = folder.resolve("trace");
        child.end();

        assertThatThrownBy(() -> child.start(new ProcessBuilder("touch", trace.toString())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is shutting down");
        assertThat(Files.exists(trace)).isFalse();
    }

    @Test
    void aProgramThatCannotBeStartedSaysWhy() {
        assertThatThrownBy(() -> child.start(new ProcessBuilder("/nowhere/to/be/found")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/nowhere/to/be/found");
    }
}
