package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.lab.service.FreePort;
import dev.cobnut.lab.service.ServiceCommand;
import dev.cobnut.loadtests.Shell;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Runs `./cobnut up`, a few orders, a load session and `./cobnut down`, as a user does.
///
/// It writes its measurements to `target/containers.json`.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ComposeIT {

    private static final Duration STEP_MAX = Stack.START_MAX;

    private static final ContainerMeasurements MEASURED =
            new ContainerMeasurements("containers.json");

    private static Stack stack;

    @BeforeAll
    static void prepare() throws Exception {
        Stack.needsServiceImage();
        stack = Stack.of("node", null);
    }

    @AfterAll
    static void remove() throws Exception {
        if (stack != null) {
            stack.close();
            MEASURED.write();
        }
    }

    @Test
    @Order(1)
    void oneCommandStartsANodeAndSaysWhereItIs() throws Exception {
        Shell.Ended up = stack.shell().run(STEP_MAX, "./cobnut", "up", "--first-order");

        assertThat(up.code()).as(up.both()).isZero();
        assertThat(up.output()).contains(stack.uri() + "/orders").contains("./cobnut down");
        assertThat(up.output()).contains("first order accepted ");
        try (OrdersClient client = stack.client()) {
            await().atMost(Stack.COMMAND_MAX)
                    .untilAsserted(() -> assertThat(client.ordersOf("first-order")).hasSize(1));
        }
        MEASURED.put("upOutput", up.output().lines().toList());
        MEASURED.put("upSteps", up.error().lines().toList());
        MEASURED.put(
                "imageBytes",
                Long.parseLong(
                        stack.docker("image", "inspect", "-f", "{{.Size}}", "cobnut-orders:it")
                                .strip()));
    }

    @Test
    @Order(2)
    void theNodeRunsWithoutPrivilegesAndCannotWriteItsImage() throws Exception {
        aNodeRuns();
        String container = stack.container("cobnut");

        assertThat(stack.docker("exec", container, "id", "-u").strip()).isEqualTo("10001");
        Shell.Ended write =
                stack.shell()
                        .run(
                                Stack.COMMAND_MAX,
                                "docker",
                                "exec",
                                container,
                                "touch",
                                "/opt/cobnut/x");
        assertThat(write.code()).isNotZero();
        assertThat(write.error()).contains("Read-only file system");
        assertThat(stack.docker("exec", container, "grep", "CapEff", "/proc/1/status"))
                .contains("0000000000000000");
        assertThat(stack.docker("exec", container, "grep", "NoNewPrivs", "/proc/1/status"))
                .endsWith("1\n");
        assertThat(stack.docker("exec", container, "cat", "/proc/1/comm").strip())
                .as("process 1 gets the signals")
                .isEqualTo("java");
    }

    @Test
    @Order(3)
    void anOrderIsStillThereAfterTheContainerWasReplaced() throws Exception {
        aNodeRuns();
        String orderId;
        try (OrdersClient client = stack.client()) {
            orderId = place(client, "replaced").json().path("orderId").asString();
        }
        String before = stack.container("cobnut");

        long begin = System.nanoTime();
        stack.compose(Stack.COMMAND_MAX, "stop", "cobnut");
        MEASURED.put("stopSeconds", ContainerMeasurements.seconds(begin));
        assertThat(stack.docker("inspect", "-f", "{{.State.ExitCode}}", before).strip())
                .as("it ended by itself and was not killed")
                .isEqualTo("143");
        stack.compose(Stack.COMMAND_MAX, "rm", "-f", "cobnut");
        begin = System.nanoTime();
        stack.compose(STEP_MAX, "up", "-d", "--no-build", "--wait", "cobnut");
        MEASURED.put("startToHealthySeconds", ContainerMeasurements.seconds(begin));

        assertThat(stack.container("cobnut")).isNotEqualTo(before);
        try (OrdersClient client = stack.client()) {
            assertThat(client.order(orderId)).isPresent();
            assertThat(client.ordersOf("replaced")).hasSize(1);
        }
    }

    @Test
    @Order(4)
    void aPortOfAnotherProgramIsNamedWithTheWayOut() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, Stack.LOOPBACK)) {
            Shell.Ended up =
                    stack.shell()
                            .with("COMPOSE_PROJECT_NAME", stack.project() + "-second")
                            .with("COBNUT_PORT", Integer.toString(other.getLocalPort()))
                            .run(STEP_MAX, "./cobnut", "up");

            assertThat(up.code()).isEqualTo(1);
            assertThat(up.error())
                    .contains(
                            "port %d of 127.0.0.1, which cobnut needs, is in use by another program"
                                    .formatted(other.getLocalPort()))
                    .contains("COBNUT_PORT=");
        }
    }

    @Test
    @Order(5)
    void aNodeThatIsToldNonsenseIsGivenUpSoonWithWhatItSaid() throws Exception {
        Shell second =
                stack.shell()
                        .with("COMPOSE_PROJECT_NAME", stack.project() + "-second")
                        .with("COBNUT_PORT", Integer.toString(FreePort.next()))
                        .with("COBNUT_JAVA_OPTS", "-Dcobnut.outbox.page-max=0");
        try {
            Shell.Ended up = second.run(STEP_MAX, "./cobnut", "up");

            assertThat(up.code()).isEqualTo(1);
            assertThat(up.error())
                    .contains("Cannot start: cobnut.outbox.page-max must be")
                    .contains("starting cobnut failed")
                    .as("given up for its restarts, not for the time that went by")
                    .doesNotContain("not healthy after");
        } finally {
            second.must(STEP_MAX, "./cobnut", "down", "--volumes");
        }
    }

    @Test
    @Order(6)
    void aLoadSessionIsOneCommandAndLeavesItsResultsOnThisMachine() throws Exception {
        Shell.Ended load =
                stack.shell()
                        .run(
                                STEP_MAX,
                                "./cobnut",
                                "load",
                                "--compose",
                                "--rate=40",
                                "--duration=5s",
                                "--warm-up=3s");

        assertThat(load.code()).as(load.both()).isZero();
        String folder =
                load.output()
                        .lines()
                        .filter(line -> line.startsWith("results: "))
                        .findFirst()
                        .orElseThrow()
                        .substring("results: ".length());
        Path results = ServiceCommand.home().resolve(folder);
        JsonNode part =
                JsonMapper.shared()
                        .readTree(Files.readString(results.resolve("result.json")))
                        .path("parts")
                        .get(0);
        assertThat(part.path("load").path("errors").properties()).isEmpty();
        assertThat(part.path("load").path("succeeded").asInt()).isBetween(50, 250);
        assertThat(part.path("service").path("requests").asInt()).isPositive();
        try (Stream<Path> files = Files.list(results)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("result.json", "assignment.json");
        }
    }

    @Test
    @Order(7)
    void oneCommandStopsEverythingAndKeepsTheData() throws Exception {
        aNodeRuns();
        Shell.Ended down = stack.shell().run(STEP_MAX, "./cobnut", "down");

        assertThat(down.code()).as(down.both()).isZero();
        assertThat(stack.docker("ps", "-q", "-a", "--filter", stack.label()).strip()).isEmpty();
        assertThat(stack.volumes()).contains(stack.project() + "_journal");
        assertThat(down.output()).contains("kept ", stack.project() + "_journal");
    }

    /// No test needs another one's success. A node that runs is left alone.
    private static void aNodeRuns() throws Exception {
        stack.shell().must(STEP_MAX, "./cobnut", "up");
    }

    private static Answer place(OrdersClient client, String customer)
            throws IOException, InterruptedException {
        return client.send(
                new CommandRequest(
                        CommandKind.PLACE,
                        UUID.randomUUID().toString(),
                        null,
                        null,
                        OrderBodies.placement(customer, "Jane")));
    }
}
