package dev.cobnut.loadtests.containers;

import dev.cobnut.lab.service.FreePort;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.Shell;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.net.InetAddress;
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

/// A project of the compose file with a name, ports and volumes of its own. Closing it removes
/// them.
final class Stack implements AutoCloseable {

    /// Of one command that talks to the engine.
    static final Duration COMMAND_MAX = Duration.ofMinutes(4);

    /// Of building images and starting containers.
    static final Duration START_MAX = Duration.ofMinutes(5);

    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private static final String BASE_IMAGE = "ARG JAVA_IMAGE=";
    private static final String PROMETHEUS = "prom/prometheus:v2.53.3";
    private static final String BALANCER = "haproxy:3.0";

    /// Made of the HAProxy of this machine where the official image cannot be had.
    private static final String BALANCER_HERE = "cobnut-haproxy:it";

    private final String project;
    private final int port;
    private final int balancerPort;
    private final int prometheusPort;
    private Shell shell;
    private boolean used;

    private Stack(Shell shell, String project, int port, int balancerPort, int prometheusPort) {
        this.shell = shell;
        this.project = project;
        this.port = port;
        this.balancerPort = balancerPort;
        this.prometheusPort = prometheusPort;
    }

    /// Skips the test where the jar is not built. What else it needs, a test asks of [Needs]
    /// before.
    ///
    /// @param name of the project
    /// @param override a compose file that is merged into the project's own
    static Stack of(String name, @Nullable Path override) throws IOException {
        // This build made both, and Maven dates them by their content: ./cobnut is not to build
        // them again.
        touch(Needs.serviceJar());
        touch(Path.of("target/classpath"));
        int port = FreePort.next();
        int balancerPort = FreePort.next();
        int prometheusPort = FreePort.next();
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

    /// Makes the balancer of this machine's HAProxy where the official image cannot be had.
    void withBalancer() throws IOException, InterruptedException {
        if (Needs.hasImage(BALANCER)) {
            return;
        }
        Needs.haproxy();
        shell.must(START_MAX, "load-tests/src/test/resources/haproxy-image.sh", BALANCER_HERE);
        shell = shell.with("HAPROXY_IMAGE", BALANCER_HERE);
    }

    /// Skips the test where the images of this repository cannot be built.
    static void needsServiceImage() throws IOException, InterruptedException {
        Needs.serviceJar();
        Needs.engine();
        Needs.image(
                Files.readAllLines(ServiceCommand.home().resolve("docker/Dockerfile")).stream()
                        .filter(line -> line.startsWith(BASE_IMAGE))
                        .findFirst()
                        .orElseThrow()
                        .substring(BASE_IMAGE.length()));
    }

    /// Skips the test where a container of Prometheus cannot be had.
    static void needsPrometheus() throws InterruptedException {
        Needs.image(PROMETHEUS);
    }

    /// Skips the test where neither HAProxy's image nor the program can be had.
    static void needsBalancer() throws InterruptedException {
        if (!Needs.hasImage(BALANCER)) {
            Needs.haproxy();
        }
    }

    /// A shell in which `./cobnut` and `docker compose` work with this project.
    Shell shell() {
        used = true;
        return shell;
    }

    /// Runs `docker compose …` and returns its standard output.
    String compose(Duration max, String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("docker", "compose", "--profile", "*"));
        all.addAll(List.of(words));
        used = true;
        return shell.must(max, all.toArray(String[]::new));
    }

    /// Runs `docker …` and returns its standard output.
    String docker(String... words) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("docker"));
        all.addAll(List.of(words));
        return shell.must(COMMAND_MAX, all.toArray(String[]::new));
    }

    /// A container's address in the project's network.
    String addressOf(String container) throws IOException, InterruptedException {
        return docker(
                        "inspect",
                        "-f",
                        "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}",
                        container)
                .strip();
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

    /// Removes what was started; does nothing, and needs no engine, when nothing was.
    @Override
    public void close() throws IOException {
        if (!used) {
            return;
        }
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
}
