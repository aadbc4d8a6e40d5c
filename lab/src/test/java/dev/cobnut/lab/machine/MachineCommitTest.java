package dev.cobnut.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCommitTest {

    @TempDir private Path checkout;

    @BeforeEach
    void aCheckout() throws Exception {
        git("init", "-q");
        Files.writeString(checkout.resolve("source"), "as committed");
        git("add", "source");
        git("-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "-q", "-m", "first");
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command).directory(checkout.toFile()).inheritIO().start();
        assertThat(git.waitFor()).isZero();
    }

    @Test
    void aRecordedRunIsNotAChangeOfTheSources() throws Exception {
        Files.createDirectories(checkout.resolve("benchmarks/history"));
        Files.writeString(checkout.resolve("benchmarks/history/machine.jsonl"), "{}");

        assertThat(Machine.commitOf(checkout)).hasSize(40).doesNotEndWith("+");
    }

    @Test
    void aChangedSourceAndANewFileAreChanges() throws Exception {
        Files.writeString(checkout.resolve("source"), "changed");
        assertThat(Machine.commitOf(checkout)).endsWith("+");

        git("checkout", "-q", "source");
        assertThat(Machine.commitOf(checkout)).doesNotEndWith("+");

        Files.writeString(checkout.resolve("new"), "file");
        assertThat(Machine.commitOf(checkout)).endsWith("+");
    }

    @Test
    void withoutACommitItIsUnknown() throws Exception {
        Path nowhere = Files.createDirectory(checkout.resolve("nowhere"));
        new ProcessBuilder("git", "init", "-q").directory(nowhere.toFile()).start().waitFor();

        assertThat(Machine.commitOf(nowhere)).isEqualTo("unknown");
    }
}
