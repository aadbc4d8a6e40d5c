package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.postgres.ContainerAddress;
import dev.cobnut.loadtests.Needs;
import dev.cobnut.loadtests.Shell;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import tools.jackson.databind.JsonNode;

/// Tests the image of the order service without the compose file. Testcontainers starts it as a
/// user of the image does.
class ServiceImageIT {

    private static final String IMAGE = "cobnut-orders:it";
    private static final int PORT = 8080;

    @BeforeAll
    static void buildImage() throws Exception {
        Stack.needsServiceImage();
        assertThat(Needs.serviceJar()).exists();
        Shell.Ended build =
                new Shell(Map.of())
                        .run(
                                Stack.START_MAX,
                                "docker",
                                "build",
                                "-q",
                                "-f",
                                "docker/Dockerfile",
                                "--target",
                                "orders",
                                "-t",
                                IMAGE,
                                ".");
        assertThat(build.code()).as(build.both()).isZero();
    }

    @Test
    void anOrderThatAHealthyContainerAcceptedIsReadBack() throws Exception {
        try (GenericContainer<?> container =
                new GenericContainer<>(DockerImageName.parse(IMAGE))
                        .withEnv("SERVER_ADDRESS", "0.0.0.0")
                        .withEnv("COBNUT_HTTP_ALLOWUNAUTHENTICATEDREMOTE", "true")
                        .withExposedPorts(PORT)
                        .waitingFor(Wait.forHealthcheck().withStartupTimeout(Stack.START_MAX))) {
            container.start();
            URI service = URI.create("http://" + ContainerAddress.of(container, PORT));
            try (OrdersClient client = new OrdersClient(service)) {
                Answer placed =
                        client.send(
                                new CommandRequest(
                                        CommandKind.PLACE,
                                        UUID.randomUUID().toString(),
                                        null,
                                        null,
                                        OrderBodies.placement("image", "Jane")));

                assertThat(placed.status()).as(placed.body()).isEqualTo(201);
                String orderId = placed.json().path("orderId").asString();
                Optional<JsonNode> order = client.order(orderId);
                assertThat(order).isPresent();
                assertThat(order.orElseThrow().path("customerId").asString()).isEqualTo("image");
            }
        }
    }
}
