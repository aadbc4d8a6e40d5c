package dev.cobnut.loadtests;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Runs programs in a folder, that of the repository unless another one is named. Each has a time
/// limit.
public final class Shell {

    private final Path folder;
    private final Map<String, String> environment;

    /// @param environment beside this process's own
    public Shell(Map<String, String> environment) {
        this(ServiceCommand.home(), environment);
    }

    private Shell(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
    }

    public static Shell in(Path folder) {
        return new Shell(folder, Map.of());
    }

    /// @param output standard output
    /// @param error standard error
    public record Ended(int code, String output, String error) {

        public String both() {
            return output + error;
        }
    }

    public Shell with(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new Shell(folder, more);
    }

    /// @throws IOException when it does not exist, or did not end in time; it is killed then
    public Ended run(Duration max, String... words) throws IOException, InterruptedException {
        Path output = Files.createTempFile("cobnut-shell-", ".out");
        Path error = Files.createTempFile("cobnut-shell-", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(List.of(words))
                            .directory(folder.toFile())
                            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                            .redirectOutput(output.toFile())
                            .redirectError(error.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(max.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                throw new IOException(
                        "%s did not end within %d s:%n%s%s"
                                .formatted(
                                        String.join(" ", words),
                                        max.toSeconds(),
                                        text(output),
                                        text(error)));
            }
            return new Ended(process.exitValue(), text(output), text(error));
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(error);
        }
    }

    /// @return its standard output
    /// @throws IOException when its exit code is not 0, with all that it wrote
    public String must(Duration max, String... words) throws IOException, InterruptedException {
        Ended ended = run(max, words);
        if (ended.code() != 0) {
            throw new IOException(
                    "%s ended with %d:%n%s"
                            .formatted(String.join(" ", words), ended.code(), ended.both()));
        }
        return ended.output();
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
