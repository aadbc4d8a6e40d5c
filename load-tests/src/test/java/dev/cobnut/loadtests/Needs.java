package dev.cobnut.loadtests;

import dev.cobnut.framework.tools.TestTool;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.lab.service.ServiceUnavailableException;
import dev.cobnut.loadtests.cluster.ClusterRun;
import dev.cobnut.loadtests.cluster.Fault;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// What a test needs beside the JDK. A test asks before it begins; where something is missing, it
/// is skipped with one sentence that says what.
///
/// `COBNUT_TEST_WITHOUT` hides tools: see [TestTool].
public final class Needs {

    /// Of a program that says whether it works, and of one that pulls an image.
    private static final long ANSWER_MINUTES_MAX = 5;

    private static final List<Path> HAPROXY =
            List.of(
                    Path.of("/usr/sbin/haproxy"),
                    Path.of("/usr/bin/haproxy"),
                    Path.of("/usr/local/sbin/haproxy"),
                    Path.of("/opt/homebrew/bin/haproxy"));

    /// @param works true when it ended with 0
    /// @param said its output, standard error included
    private record Ended(boolean works, String said) {

        String firstLine() {
            return said.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
        }
    }

    private Needs() {}

    /// The jar of the built order service.
    public static Path serviceJar() throws IOException {
        try {
            return OrderServiceCommand.jar();
        } catch (ServiceUnavailableException e) {
            throw skipped(e.getMessage());
        }
    }

    /// The command that starts the built order service.
    public static ServiceCommand service() throws IOException {
        try {
            return OrderServiceCommand.built();
        } catch (ServiceUnavailableException e) {
            throw skipped(e.getMessage());
        }
    }

    /// A Docker engine that answers, with Compose.
    public static void engine() throws InterruptedException {
        visible(TestTool.DOCKER);
        Ended engine = run("docker", "info", "--format", "{{.ID}}");
        if (!engine.works() || engine.said().isBlank()) {
            throw skipped("no Docker engine answers: " + engine.firstLine());
        }
        if (!run("docker", "compose", "version").works()) {
            throw skipped("Docker has no Compose plugin");
        }
    }

    /// An image that is there or can be pulled.
    public static void image(String image) throws InterruptedException {
        if (!hasImage(image)) {
            throw skipped("the image " + image + " can neither be found nor pulled");
        }
    }

    public static boolean hasImage(String image) throws InterruptedException {
        return run("docker", "image", "inspect", image).works()
                || run("docker", "pull", "-q", image).works();
    }

    /// The program HAProxy.
    public static Path haproxy() {
        visible(TestTool.HAPROXY);
        return HAPROXY.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> skipped("HAProxy is not installed (apt-get install haproxy)"));
    }

    /// The program npm, with Node.
    public static void npm() throws InterruptedException {
        visible(TestTool.NPM);
        if (!run("npm", "--version").works() || !run("node", "--version").works()) {
            throw skipped("npm and Node are not installed");
        }
    }

    /// The program Python, with what makes virtual environments.
    public static void python() throws InterruptedException {
        visible(TestTool.PYTHON);
        Ended python = run("python3", "-c", "import venv, ensurepip");
        if (!python.works()) {
            throw skipped("Python 3 with venv is not installed (apt-get install python3-venv)");
        }
    }

    /// Why a fault of a cluster cannot be made here; empty when it can.
    public static Optional<String> reasonAgainst(Fault fault) throws IOException {
        Optional<String> hidden = TestTool.POSTGRESQL.hidden();
        return hidden.isPresent() ? hidden : Optional.ofNullable(ClusterRun.reasonAgainst(fault));
    }

    /// To be thrown, so that the compiler sees that nothing comes after.
    public static RuntimeException skipped(@Nullable String sentence) {
        Assumptions.abort(String.valueOf(sentence));
        return new IllegalStateException(sentence);
    }

    private static void visible(TestTool tool) {
        tool.hidden().ifPresent(Assumptions::abort);
    }

    private static Ended run(String... words) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                            .start();
            process.onExit()
                    .orTimeout(ANSWER_MINUTES_MAX, TimeUnit.MINUTES)
                    .exceptionally(_ -> process.destroyForcibly());
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor() == 0, said);
        } catch (IOException e) {
            return new Ended(false, words[0] + " is not installed: " + e.getMessage());
        }
    }
}
