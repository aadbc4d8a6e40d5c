package dev.cobnut.lab.session;

import dev.cobnut.lab.load.LoadProcess;
import dev.cobnut.lab.load.RunningLoad;
import dev.cobnut.lab.service.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A load that a command of the plan makes. The service counts its answers; nobody measures its
/// latencies.
///
/// ```text
/// load-<n>/command.log    what it wrote
/// load-<n>/command.json   its words and its exit code
/// ```
///
/// A command that was not told how long to run is stopped when its time is over; its exit code then
/// says nothing.
final class CommandLoad implements RunningLoad {

    /// In a word: the time that the command has to run.
    static final String SECONDS = "{seconds}";

    private static final String LOG = "command.log";
    private static final String ENDED = "command.json";

    /// Longest time that a command may need for its end.
    private static final Duration END_MAX = Duration.ofMinutes(1);

    private final Process process;
    private final ChildProcess child;
    private final List<String> words;
    private final Path folder;
    private final boolean ends;
    private final Duration length;
    private final AnswerCount answers;
    private final Instant begin = Instant.now();
    private final long answersBefore;
    private boolean stopped;

    /// The answers of the service so far.
    interface AnswerCount {
        long now() throws IOException;
    }

    /// @param exitCode null when the command did not end by itself
    record Ended(List<String> command, @Nullable Integer exitCode) {}

    private CommandLoad(
            Process process,
            ChildProcess child,
            List<String> words,
            Path folder,
            boolean ends,
            Duration length,
            AnswerCount answers)
            throws IOException {
        this.process = process;
        this.child = child;
        this.words = words;
        this.folder = folder;
        this.ends = ends;
        this.length = length;
        this.answers = answers;
        this.answersBefore = answers.now();
    }

    /// @param folder receives its output
    /// @param ends true when the command was told how long to run
    /// @throws SessionException when there is no such program
    static CommandLoad start(
            List<String> words, Path folder, boolean ends, Duration length, AnswerCount answers)
            throws IOException {
        Files.createDirectories(folder);
        ChildProcess child = new ChildProcess();
        Process process;
        try {
            process =
                    child.start(
                            new ProcessBuilder(words)
                                    .redirectErrorStream(true)
                                    .redirectOutput(folder.resolve(LOG).toFile())
                                    .redirectInput(
                                            ProcessBuilder.Redirect.from(new File("/dev/null"))));
        } catch (IOException e) {
            throw new SessionException(
                    "The load command cannot be run: %s.".formatted(e.getMessage()), e);
        }
        return new CommandLoad(process, child, words, folder, ends, length, answers);
    }

    @Override
    public Instant startedAt() {
        return begin;
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public Set<Long> pids() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    @Override
    public int seconds() {
        return (int) Duration.between(begin, Instant.now()).toSeconds();
    }

    @Override
    public LoadProcess.Progress progress() throws IOException {
        return new LoadProcess.Progress(seconds(), answers.now() - answersBefore);
    }

    @Override
    public String endedEarly(long secondsLeft) throws IOException {
        return "The load command ended %d s early with code %d (the word %s tells it how long to run); the end of %s:%n%s"
                .formatted(
                        secondsLeft,
                        process.exitValue(),
                        SECONDS,
                        LOG,
                        ExternalProgram.tail(folder.resolve(LOG)));
    }

    /// Returns when the command has ended, or has been stopped.
    @Override
    public void awaitEnd() throws InterruptedException {
        Duration left = Duration.between(Instant.now(), begin.plus(length).plus(END_MAX));
        if (ends && process.waitFor(Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS)) {
            return;
        }
        stop();
    }

    @Override
    public void close() {
        try {
            stop();
            child.release();
            JsonFiles.write(
                    folder.resolve(ENDED),
                    new Ended(words, stopped ? null : Integer.valueOf(process.exitValue())));
        } catch (InterruptedException _) {
            child.end();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A sentence about a command that failed; empty when it did not.
    static Optional<String> complaint(Path folder) throws IOException {
        @Nullable Integer code = JsonFiles.read(folder.resolve(ENDED), Ended.class).exitCode();
        return code == null || code == 0
                ? Optional.empty()
                : Optional.of(
                        "The load command ended with code %d; its output is in %s."
                                .formatted(code, Path.of(folder.getFileName() + "/" + LOG)));
    }

    private void stop() throws InterruptedException {
        if (!process.isAlive()) {
            return;
        }
        stopped = true;
        List<ProcessHandle> all =
                Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroy);
        process.waitFor(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
        all.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }
}
