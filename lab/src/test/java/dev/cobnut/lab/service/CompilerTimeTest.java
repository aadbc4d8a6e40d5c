package dev.cobnut.lab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class CompilerTimeTest {

    @Test
    void theFirstCallBeginsAndLaterOnesGiveAShare() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "needs /proc");
        CompilerTime compiler = new CompilerTime(ProcessHandle.current().pid());

        assertThat(compiler.share()).isNull();
        Double share = null;
        while (share == null) {
            share = compiler.share();
        }

        assertThat(share).isBetween(0.0, 1.0);
    }

    @Test
    void aProcessThatIsGoneHasNoShare() throws IOException {
        assertThat(new CompilerTime(Integer.MAX_VALUE).share()).isNull();
    }
}
