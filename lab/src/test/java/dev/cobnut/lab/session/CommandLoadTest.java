package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLoadTest {

    private static final Duration LENGTH = Duration.ofSeconds(1);

    @TempDir Path folder;

    private final AtomicLong answers = new AtomicLong(40);

    @Test
    void aCommandThatDoesNotExistIsOneSentence() {
        assertThatThrownBy(() -> start(true, "no-such-load", "http://127.0.0.1:1"))
                .isInstanceOf(SessionException.class)
                .hasMessageStartingWith("The load command cannot be run: ")
                .hasMessageContaining("no-such-load");
    }

    @Test
    void aCommandThatEndsEarlySaysSoWithItsCodeAndTheEndOfItsOutput() throws Exception {
        CommandLoad load = start(true, "sh", "-c", "echo connection refused; exit 7");
        load.awaitEnd();

        assertThat(load.isAlive()).isFalse();
        assertThat(load.endedEarly(12))
                .isEqualTo(
                        "The load command ended 12 s early with code 7 (the word {seconds} tells it how long to run); the end of command.log:\nconnection refused");
    }

    @Test
    void aCodeOtherThanZeroAtTheEndIsAComplaintAndTheOutputIsKept() throws Exception {
        try (CommandLoad load = start(true, "sh", "-c", "echo 12 timeouts; exit 3")) {
            load.awaitEnd();
        }

        assertThat(CommandLoad.complaint(folder))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence)
                                .startsWith("The load command ended with code 3; its output is in ")
                                .endsWith("command.log."));
        assertThat(folder.resolve("command.log")).hasContent("12 timeouts");
        assertThat(folder.resolve("command.json"))
                .content()
                .contains("\"exitCode\" : 3")
                .contains("12 timeouts; exit 3");
    }

    @Test
    void aCommandWithoutAnEndIsStoppedWithAllThatItStartedAndItsCodeSaysNothing() throws Exception {
        List<ProcessHandle> all;
        try (CommandLoad load = start(false, "sh", "-c", "sleep 100 & echo on; wait")) {
            while (!Files.readString(folder.resolve("command.log")).contains("on")) {
                Thread.onSpinWait();
            }
            all = load.pids().stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
            load.awaitEnd();
        }

        assertThat(all).hasSize(2);
        // A process that nobody waited for ends a moment after its signal, and has no command then.
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        all.stream()
                                .noneMatch(process ->
                                        process.isAlive() && process.info().command().isPresent()));
        assertThat(CommandLoad.complaint(folder)).isEmpty();
    }

    @Test
    void theServiceCountsTheAnswersSinceTheStartOfTheCommand() throws Exception {
        try (CommandLoad load = start(false, "sleep", "100")) {
            answers.addAndGet(25);

            assertThat(load.progress().answers()).isEqualTo(25);
        }
    }

    private CommandLoad start(boolean ends, String... words) throws IOException {
        return CommandLoad.start(List.of(words), folder, ends, LENGTH, answers::get);
    }
}
