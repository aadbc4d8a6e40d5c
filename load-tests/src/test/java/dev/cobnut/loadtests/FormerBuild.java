package dev.cobnut.loadtests;

import dev.cobnut.lab.service.ServiceCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// The service as it was before the journal knew its consumers. It is built once and kept in
/// `load-tests/target`.
final class FormerBuild {

    /// The last commit without consumers.
    static final String COMMIT = "fede60d";

    private static final long BUILD_MINUTES_MAX = 12;
    private static final String JAR_PROPERTY = "cobnut.before.jar";

    private FormerBuild() {}

    /// The executable jar. Skips the test, with the reason, when there is none and none can be
    /// built.
    static Path jar() throws IOException, InterruptedException {
        String named = System.getProperty(JAR_PROPERTY);
        if (named != null) {
            return Path.of(named).toAbsolutePath();
        }
        Path source = Path.of("target", "former-" + COMMIT).toAbsolutePath();
        Path jar = source.resolve("former-exec.jar");
        if (!Files.isRegularFile(jar)) {
            build(source, jar);
        }
        return jar;
    }

    private static void build(Path source, Path jar) throws IOException, InterruptedException {
        Path home = ServiceCommand.home();
        String why = " (or give -D" + JAR_PROPERTY + "=<executable jar>)";
        Path log = Files.createDirectories(source).resolve("build.log");
        Path archive = source.resolve("source.tar");
        require(
                run(home, log, "git", "archive", "--output=" + archive, COMMIT),
                "git does not have the commit " + COMMIT + why);
        require(
                run(source, log, "tar", "-xf", archive.toString()),
                "tar cannot unpack the sources of " + COMMIT + why);
        require(
                run(
                        source,
                        log,
                        "mvn",
                        "-o",
                        "-q",
                        "-B",
                        "-DskipTests",
                        "-Djacoco.skip=true",
                        "-pl",
                        "order-service",
                        "-am",
                        "package"),
                "Maven cannot build the commit " + COMMIT + " without a network; see " + log + why);
        try (Stream<Path> built = Files.list(source.resolve("order-service/target"))) {
            Path exec =
                    built.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                            .findFirst()
                            .orElseThrow(() ->
                                    new IOException("the build of " + COMMIT + " made no jar"));
            Files.move(exec, jar);
        }
    }

    private static void require(boolean done, String otherwise) {
        Assumptions.assumeTrue(done, otherwise);
    }

    /// @return false when the program is not there, fails, or takes too long
    private static boolean run(Path folder, Path log, String... words)
            throws IOException, InterruptedException {
        Process process;
        try {
            process =
                    new ProcessBuilder(List.of(words))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                            .start();
        } catch (IOException e) {
            Files.writeString(log, words[0] + " cannot be started: " + e + "\n");
            return false;
        }
        if (!process.waitFor(BUILD_MINUTES_MAX, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            return false;
        }
        return process.exitValue() == 0;
    }
}
