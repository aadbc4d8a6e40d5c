package dev.cobnut.lab.session;

import dev.cobnut.lab.service.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that runs to its end, such as git or Maven. It does not outlive this process.
///
/// @param exitCode of the program
/// @param output standard output and error
record ExternalProgram(int exitCode, String output) {

    private static final int TAIL_LINES = 15;

    /// @param folder working folder
    /// @param log receives the output; replaced when it exists
    /// @throws SessionException when there is no such program, or when it takes too long
    static ExternalProgram run(
            List<String> words,
            Path folder,
            Map<String, String> environment,
            Path log,
            Duration max)
            throws IOException, InterruptedException {
        Files.createDirectories(log.toAbsolutePath().getParent());
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                        .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        ChildProcess child = new ChildProcess();
        Process process;
        try {
            process = child.start(builder);
        } catch (IOException e) {
            throw new SessionException(
                    "%s cannot be run: %s.".formatted(words.getFirst(), e.getMessage()), e);
        }
        try {
            if (!process.waitFor(max.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SessionException(
                        "%s did not end within %d s; the end of its output:%n%s"
                                .formatted(String.join(" ", words), max.toSeconds(), tail(log)));
            }
            return new ExternalProgram(process.exitValue(), Files.readString(log));
        } finally {
            if (process.isAlive()) {
                child.end();
            }
            child.release();
        }
    }

    /// The last lines of the output.
    String tail() {
        return tail(output);
    }

    /// The last lines of a log.
    static String tail(Path log) throws IOException {
        return tail(Files.readString(log));
    }

    private static String tail(String text) {
        List<String> lines = text.lines().toList();
        return String.join(
                "\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }
}
