package dev.cobnut.loadtests.containers;

import dev.cobnut.lab.service.ServiceUnavailableException;
import dev.cobnut.loadtests.orders.OrdersClient;
import dev.cobnut.loadtests.service.OrderServiceCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// A project of the compose file with a name, ports and volumes of its own. Closing it removes
/// them.
final class Stack implements AutoCloseable {

    /// Of one command that talks to the engine.
    static final Duration COMMAND_MAX = Duration.ofMinutes(4);

    /// Of building images and starting containers.
    static final Duration START_MAX = Duration.ofMinutes(5);

    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private static final String PROMETHEUS = "prom/prometheus:v2.53.3";
    private static final String BALANCER = "haproxy:3.0";

    /// Made of the HAProxy of this machine where the official image cannot be had.
    private static final String BALANCER_HERE = "cobnut-haproxy:it";

    private static final Path BALANCER_PROGRAM = Path.of("/usr/sbin/haproxy");

    private final String project;
    private final int port;
    private final int balancerPort;
    private final int prometheusPort;
    private Shell shell;

    private Stack(Shell shell, String project, int port, int balancerPort, int prometheusPort) {
        this.shell = shell;
        this.project = project;
        this.port = port;
        this.balancerPort = balancerPort;
        this.prometheusPort = prometheusPort;
    }

    /// Skips the test where no engine answers or the jar is not built.
    ///
    /// @param name of the project
    /// @param override a compose file that is merged into the project's own
    static Stack of(String name, @Nullable Path override) throws IOException, InterruptedException {
        requireEngine();
        try {
            // This build made both, and Maven dates them by their content: ./cobnut is not to build
            // them again.
            touch(OrderServiceCommand.jar());
            touch(Path.of("target/classpath"));
        } catch (ServiceUnavailableException e) {
            Assumptions.abort(String.valueOf(e.getMessage()));
        }
        int port = freePort();
        int balancerPort = freePort();
        int prometheusPort = freePort();
        String project = "cobnut-it-" + name + "-" + ProcessHandle.current().pid();
        Map<String, String> environment = new HashMap<>();
        environment.put("COMPOSE_PROJECT_NAME", project);
        environment.put("COMPOSE_PROGRESS", "plain");
        environment.put("COBNUT_IMAGE", "cobnut-orders:it");
        environment.put("COBNUT_LOAD_IMAGE", "cobnut-load:it");
        environment.put("COBNUT_PORT", Integer.toString(port));
        environment.put("COBNUT_CLUSTER_PORT", Integer.toString(balancerPort));
        environment.put("COBNUT_PROMETHEUS_PORT", Integer.toString(prometheusPort));
        environment.put("COBNUT_CPUS", processors());
        if (override != null) {
            environment.put("COMPOSE_FILE", "docker-compose.yml:" + override);
        }
        return new Stack(new Shell(environment), project, port, balancerPort, prometheusPort);
    }

    /// What a node of a test may use.
    static String processors() {
        return Integer.toString(Math.min(2, Runtime.getRuntime().availableProcessors()));
    }

    /// Skips the test where no engine with Compose answers.
    static void requireEngine() throws IOException, InterruptedException {
        Shell plain = new Shell(Map.of());
        try {
            Shell.Ended engine = plain.run(COMMAND_MAX, "docker", "info", "--format", "{{.ID}}");
            Assumptions.assumeTrue(
                    engine.code() == 0 && !engine.output().isBlank(),
                    "no Docker engine answers: " + engine.error().strip());
            Shell.Ended compose = plain.run(COMMAND_MAX, "docker", "compose", "version");
            Assumptions.assumeTrue(compose.code() == 0, "Docker has no Compose plugin");
        } catch (IOException e) {
            Assumptions.abort("Docker is not installed: " + e.getMessage());
        }
    }

    /// Skips the test where an image can neither be found nor pulled.
    void requireImage(String image) throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                isThere(image), "the image " + image + " can neither be found nor pulled");
    }

    private boolean isThere(String image) throws IOException, InterruptedException {
        return shell.run(COMMAND_MAX, "docker", "image", "inspect", image).code() == 0
                || shell.run(START_MAX, "docker", "pull", "-q", image).code() == 0;
    }

    /// Skips the test where there is neither HAProxy's image nor the program.
    void requireBalancer() throws IOException, InterruptedException {
        if (isThere(BALANCER)) {
            return;
        }
        Assumptions.assumeTrue(
                Files.isExecutable(BALANCER_PROGRAM),
                "the image " + BALANCER + " cannot be had, nor is HAProxy installed");
        shell.must(START_MAX, "load-tests/src/test/resources/haproxy-image.sh", BALANCER_HERE);
        shell = shell.with("HAPROXY_IMAGE", BALANCER_HERE);
    }

    void requirePrometheus() throws IOException, InterruptedException {
        requireImage(PROMETHEUS);
    }

    Shell shell() {
        return shell;
    }

    /// Runs `docker compose …` and returns its standard output.
    String compose(Duration max, String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("docker", "compose", "--profile", "*"));
        all.addAll(List.of(words));
        return shell.must(max, all.toArray(String[]::new));
    }

    /// Runs `docker …` and returns its standard output.
    String docker(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("docker"));
        all.addAll(List.of(words));
        return shell.must(COMMAND_MAX, all.toArray(String[]::new));
    }

    String container(String service) throws IOException, InterruptedException {
        return compose(COMMAND_MAX, "ps", "-a", "-q", service).strip();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    URI balancer() {
        return URI.create("http://127.0.0.1:" + balancerPort);
    }

    URI prometheus() {
        return URI.create("http://127.0.0.1:" + prometheusPort);
    }

    OrdersClient client() {
        return new OrdersClient(uri());
    }

    String project() {
        return project;
    }

    String label() {
        return "label=com.docker.compose.project=" + project;
    }

    /// Names of what it would keep.
    List<String> volumes() throws IOException, InterruptedException {
        return docker("volume", "ls", "-q", "--filter", label()).lines().toList();
    }

    @Override
    public void close() throws IOException {
        try {
            compose(START_MAX, "down", "--volumes", "--remove-orphans", "--timeout", "20");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while containers were removed", e);
        }
    }

    private static void touch(Path file) throws IOException {
        if (Files.exists(file)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, LOOPBACK)) {
            return probe.getLocalPort();
        }
    }
}
