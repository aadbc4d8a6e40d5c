package dev.cobnut.loadtests.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs programs of the operating system.
final class Programs {

    private static final long SECONDS_MAX = 60;

    private Programs() {}

    /// Runs a program in a folder and waits for it.
    ///
    /// @return its output
    /// @throws IOException when the program cannot be run, does not end in time, or ends with a
    ///   code other than 0
    static String run(Path folder, List<String> words) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(words + " has not ended within " + SECONDS_MAX + " s");
        }
        if (process.exitValue() != 0) {
            throw new IOException(words + " ended with " + process.exitValue() + ": " + said);
        }
        return said;
    }

    static String run(String... words) throws IOException, InterruptedException {
        return run(Path.of("/"), List.of(words));
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
