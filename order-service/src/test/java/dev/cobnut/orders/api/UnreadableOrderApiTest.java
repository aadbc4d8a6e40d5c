package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.OrderIds;
import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/// Orders with an event that a later version of the service has written. The service is of its own,
/// because these orders stay parked. It stops with these tests, because it logs every attempt.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
class UnreadableOrderApiTest {

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private EventStore streams;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private OrderIds ids;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private HazelcastInstance hazelcast;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    @Test
    void anOrderWithAnEventOfALaterVersionIsShownUpToThatEventAndTakesNoCommand() {
        String customer = "customer-" + ids.next();
        String bad = placedBy(customer);
        String good = placedBy(customer);
        appendUnreadable(streamOf(bad), 1);

        Answer order = api.get(bad);
        assertThat(order.status()).isEqualTo(200);
        assertThat(order.json().path("version").asInt()).isEqualTo(1);
        assertThat(order.json().path("behind").asBoolean()).isTrue();
        assertThat(order.response().headers().firstValue("ETag")).isEmpty();
        assertThat(api.get(bad, "If-None-Match", "\"1\"").status()).isEqualTo(200);
        assertThat(api.get(bad + "/events").json().path("events").size()).isEqualTo(2);

        api.post(bad + "/confirm", null).isProblem(ProblemType.UNAVAILABLE);

        await().atMost(Duration.ofMinutes(2))
                .until(() -> list(customer).path("orders").size() == 2);
        hazelcast.getMap("view-orders.2").clear();
        JsonNode orders = list(customer).path("orders");
        assertThat(orders.path(0).path("orderId").asString()).isEqualTo(good.substring(8));
        assertThat(orders.path(0).has("behind")).isFalse();
        assertThat(orders.path(1).path("orderId").asString()).isEqualTo(bad.substring(8));
        assertThat(orders.path(1).path("behind").asBoolean()).isTrue();
    }

    @Test
    void anOrderWhoseFirstEventCannotBeReadIsNotShownAsMissing() {
        UUID id = ids.next();
        appendUnreadable(OrderDecider.streamOf(id), 0);

        Answer answer = api.get("/orders/" + id).isProblem(ProblemType.UNAVAILABLE);

        assertThat(answer.header("Retry-After")).isEqualTo("30");
    }

    private String placedBy(String customer) {
        return api.post("/orders", ApiClient.orderOf(customer)).header("Location");
    }

    private JsonNode list(String customer) {
        Answer answer = api.get("/orders?customerId=" + customer);
        assertThat(answer.status()).isEqualTo(200);
        return answer.json();
    }

    private static StreamId streamOf(String path) {
        return OrderDecider.streamOf(UUID.fromString(path.substring("/orders/".length())));
    }

    private void appendUnreadable(StreamId stream, long expected) {
        NewEvent event =
                new NewEvent(
                        ids.next(),
                        "OrderTeleported",
                        1,
                        Payload.ofUtf8("{}"),
                        EventMetadata.at(Instant.EPOCH));
        AppendRequest request =
                AppendRequest.of(stream, ExpectedVersion.of(expected), List.of(event), null);
        assertThat(streams.append(request).result().join())
                .isInstanceOf(AppendResult.Appended.class);
    }
}
