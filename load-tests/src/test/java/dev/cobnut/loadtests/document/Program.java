package dev.cobnut.loadtests.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs a program in a folder, with a time limit.
///
/// @param code of its end
/// @param said its output, standard error included
record Program(int code, String said) {

    /// @throws IOException when it does not exist, or did not end in time; it is killed then
    static Program run(
            Path folder, Duration max, Map<String, String> environment, List<String> words)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("cobnut-program-", ".out");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(words)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                            .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(max.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                throw new IOException(
                        "%s did not end within %d s:%n%s"
                                .formatted(
                                        words.getFirst(),
                                        max.toSeconds(),
                                        Files.readString(output)));
            }
            return new Program(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }
}
