package dev.cobnut.orders.api;

import static dev.cobnut.orders.api.WebhookCalls.SOON;
import static dev.cobnut.orders.api.WebhookCalls.awaitAll;
import static dev.cobnut.orders.api.WebhookCalls.delete;
import static dev.cobnut.orders.api.WebhookCalls.delivery;
import static dev.cobnut.orders.api.WebhookCalls.events;
import static dev.cobnut.orders.api.WebhookCalls.patch;
import static dev.cobnut.orders.api.WebhookCalls.register;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.api.WebhookReceiver.Arrival;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
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

/// Receivers that fail, are slow, redirect, die and come back, and what arrives.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.webhooks.enabled=true",
            "cobnut.webhooks.keys=" + WebhookCalls.KEY,
            "cobnut.webhooks.allow-private=true",
            "cobnut.webhooks.attempts-max=1000",
            "cobnut.webhooks.backoff-min=1ms",
            "cobnut.webhooks.backoff-max=20ms",
            "cobnut.webhooks.connect-deadline=500ms",
            "cobnut.webhooks.answer-deadline=500ms",
            "cobnut.webhooks.poll-interval=20ms",
            "cobnut.webhooks.drain-deadline=1s"
        })
@DirtiesContext // it sends until it is closed, and has a folder of its own
class WebhookDeliveryApiTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // before all tests
    static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    private static final long LATE_MILLIS = 1_000;

    private final List<String> registered = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private Journal journal;

    @AfterEach
    void deleteWebhooks() {
        registered.forEach(webhook -> delete(api, webhook));
    }

    private String registered(WebhookReceiver receiver, String more) {
        String webhook = register(api, receiver, more);
        registered.add(webhook);
        return webhook;
    }

    private List<String> orders(int count) {
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            orders.add(api.placedAnd("confirm", "pay"));
        }
        return orders;
    }

    @Test
    void theCheckerSeesALossAWrongOrderAndAnEventThatNeverWas() {
        List<Arrival> sent =
                List.of(
                        new Arrival("a", "order-1", 1),
                        new Arrival("b", "order-1", 2),
                        new Arrival("c", "order-2", 1));
        assertThat(WebhookReceiver.faults(sent, sent)).isEmpty();
        assertThat(
                        WebhookReceiver.faults(
                                sent, List.of(sent.get(0), sent.get(2), sent.get(0), sent.get(1))))
                .as("repetitions and an order between streams are fine")
                .isEmpty();
        assertThat(WebhookReceiver.faults(sent, sent.subList(0, 2)))
                .containsExactly("missing: " + sent.get(2));
        assertThat(WebhookReceiver.faults(sent, sent.reversed()))
                .containsExactly(
                        "wrong order: " + sent.get(1) + " after 0",
                        "wrong order: " + sent.get(0) + " after 2");
        assertThat(WebhookReceiver.faults(sent.subList(0, 2), sent))
                .containsExactly("unknown: " + sent.get(2));
    }

    @Test
    void aReceiverThatFailsThirtyPercentGetsEveryEventInOrder() throws IOException {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            receiver.behave(WebhookReceiver.unreliable(20_261_124, receiver, LATE_MILLIS));
            registered(receiver, "");
            List<String> orders = orders(60);
            awaitAll(api, orders, receiver);
            assertThat(receiver.requests())
                    .as("a request that failed was sent again")
                    .isGreaterThan(200);
            assertThat(receiver.forged()).isZero();
        }
    }

    @Test
    void aDeadReceiverAndOneThatHangsDelayNeitherAnotherWebhookNorTheCommands() throws IOException {
        try (WebhookReceiver gone = new WebhookReceiver()) {
            registered(gone, "");
        }
        try (WebhookReceiver hanging = new WebhookReceiver();
                WebhookReceiver sound = new WebhookReceiver()) {
            hanging.behave((_, _) -> {
                hanging.stall(LATE_MILLIS);
                return 500;
            });
            String hangs = registered(hanging, "");
            registered(sound, "");
            List<String> orders = orders(30);
            awaitAll(api, orders, sound);
            assertThat(hanging.arrivals()).isEmpty();
            assertThat(delivery(api, hangs).path("behind").asLong()).isPositive();
            await().atMost(SOON)
                    .until(() ->
                            delivery(api, hangs)
                                    .at("/lastFailure/reason")
                                    .asString()
                                    .endsWith("/events gave no answer within PT0.5S"));

            hanging.behave(WebhookReceiver::well);
            awaitAll(api, orders, hanging);
        }
    }

    @Test
    void aReceiverThatDiesAndComesBackGetsWhatItMissed() throws IOException {
        String secret;
        int port;
        List<String> orders = new ArrayList<>();
        String webhook;
        List<Arrival> before;
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            Answer answer = api.post("/webhooks", "{\"url\":\"" + receiver.url() + "\"}");
            secret = answer.json().path("secret").asString();
            receiver.knows(secret);
            webhook = answer.header("Location");
            registered.add(webhook);
            port = receiver.port();
            orders.addAll(orders(5));
            awaitAll(api, orders, receiver);
            before = receiver.arrivals();
        }
        orders.addAll(orders(10));
        await().atMost(SOON)
                .until(() ->
                        delivery(api, webhook)
                                .at("/lastFailure/reason")
                                .asString()
                                .equals(
                                        "http://localhost:%d/events cannot be reached: the connection is refused"
                                                .formatted(port)));
        assertThat(delivery(api, webhook).path("parkedOrders").asInt()).isZero();
        try (WebhookReceiver again = new WebhookReceiver(port)) {
            again.knows(secret);
            List<Arrival> sent = events(api, orders);
            await().atMost(SOON)
                    .untilAsserted(() -> {
                        List<Arrival> came = new ArrayList<>(before);
                        came.addAll(again.arrivals());
                        assertThat(WebhookReceiver.faults(sent, came)).isEmpty();
                    });
        }
    }

    @Test
    void whatARedirectOrARefusalParkedIsSentAgainOnRequestInOrder() throws IOException {
        for (int status : new int[] {302, 410, 422}) {
            try (WebhookReceiver receiver = new WebhookReceiver()) {
                receiver.answerWith(status);
                String webhook = registered(receiver, "");
                List<String> orders = orders(4);
                await().atMost(SOON)
                        .until(() -> delivery(api, webhook).path("parkedOrders").asInt() == 4);
                JsonNode parked = delivery(api, webhook).path("parked");
                assertThat(parked).hasSize(4);
                assertThat(parked.get(0).path("version").asInt()).isEqualTo(1);
                assertThat(parked.get(0).path("failure").asString())
                        .startsWith("http://localhost:")
                        .contains("/events answered " + status)
                        .doesNotContain("token", "Exception");
                await().atMost(SOON)
                        .until(() -> delivery(api, webhook).path("behind").asLong() == 0);
                assertThat(receiver.requests()).as("each order once").isEqualTo(4);

                receiver.behave(WebhookReceiver::well);
                Answer redelivered = api.post(webhook + "/redeliver", null);
                assertThat(redelivered.json().path("retriedOrders").asInt()).isEqualTo(4);
                awaitAll(api, orders, receiver);
                await().atMost(SOON)
                        .until(() -> delivery(api, webhook).path("parkedOrders").asInt() == 0);
                assertThat(api.post(webhook + "/redeliver", "{\"from\":\"parked\"}").body())
                        .isEqualTo("{\"retriedOrders\":0}");
            }
        }
    }

    private static String sequence(JsonNode event) {
        return event.path("sequence").asString();
    }

    @Test
    void everythingIsSentAgainFromTheBeginningASequenceOrAnInstant() throws IOException {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            String webhook = registered(receiver, "");
            List<String> orders = orders(3);
            awaitAll(api, orders, receiver);
            List<JsonNode> first = receiver.events();
            JsonNode third = first.get(2);

            // Events of different orders may overtake each other.
            List<String> later =
                    first.stream()
                            .filter(event -> sequence(event).compareTo(sequence(third)) > 0)
                            .map(event -> event.path("id").asString())
                            .toList();
            long before = receiver.arrivals().size();
            Answer answer =
                    api.post(webhook + "/redeliver", "{\"from\":\"" + sequence(third) + "\"}");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            await().atMost(SOON).until(() -> receiver.arrivals().size() >= before + later.size());
            assertThat(receiver.arrivals().stream().skip(before).map(Arrival::id))
                    .as("each once, and nothing that is earlier")
                    .containsExactlyInAnyOrderElementsOf(later);

            long then = receiver.arrivals().size();
            api.post(webhook + "/redeliver", "{\"from\":\"beginning\"}");
            await().atMost(SOON)
                    .until(() ->
                            new HashSet<>(
                                            receiver.arrivals()
                                                    .subList(
                                                            (int) then, receiver.arrivals().size()))
                                    .containsAll(events(api, orders)));
            String id = webhook.substring("/webhooks/".length());
            await().atMost(SOON)
                    .until(() ->
                            journal
                                    .cursors()
                                    .states(
                                            List.of(
                                                    "webhook-" + id + "-1",
                                                    "webhook-" + id + "-2",
                                                    "webhook-" + id + "-3"))
                                    .stream()
                                    .map(state -> state.cursor())
                                    .toList()
                                    .equals(List.of("webhook-" + id + "-3")));
            assertThat(
                            api.post(webhook + "/redeliver", "{\"from\":\"2020-01-01T00:00:00Z\"}")
                                    .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPausedWebhookGetsNothingAndLaterWhatItMissed() throws IOException {
        try (WebhookReceiver paused = new WebhookReceiver();
                WebhookReceiver other = new WebhookReceiver()) {
            String webhook = registered(paused, "");
            registered(other, "");
            List<String> orders = new ArrayList<>(orders(2));
            awaitAll(api, orders, paused);
            assertThat(patch(api, webhook, "{\"status\":\"PAUSED\"}").json().path("status"))
                    .hasToString("\"PAUSED\"");
            await().atMost(SOON).until(() -> !delivery(api, webhook).path("runsHere").asBoolean());
            int before = paused.arrivals().size();
            orders.addAll(orders(3));
            awaitAll(api, orders, other);
            assertThat(paused.arrivals()).hasSize(before);

            patch(api, webhook, "{\"status\":\"ACTIVE\"}");
            awaitAll(api, orders, paused);
        }
    }

    @Test
    void aDeletedWebhookGetsNothingAndLeavesNothing() throws IOException {
        try (WebhookReceiver deleted = new WebhookReceiver();
                WebhookReceiver other = new WebhookReceiver()) {
            String webhook = registered(deleted, "");
            registered(other, "");
            List<String> orders = new ArrayList<>(orders(2));
            awaitAll(api, orders, deleted);
            assertThat(delete(api, webhook).status()).isEqualTo(204);
            api.get(webhook).isProblem(WebhookController.WEBHOOK_NOT_FOUND);
            String cursor = "webhook-" + webhook.substring("/webhooks/".length()) + "-1";
            await().atMost(SOON).until(() -> journal.cursors().states(List.of(cursor)).isEmpty());
            int before = deleted.arrivals().size();
            orders.addAll(orders(3));
            awaitAll(api, orders, other);
            assertThat(deleted.arrivals()).hasSize(before);
        }
    }

    @Test
    void onlyEventsOfTheCustomerAndTheTypesAreSent() throws IOException {
        try (WebhookReceiver receiver = new WebhookReceiver();
                WebhookReceiver all = new WebhookReceiver()) {
            registered(
                    receiver,
                    ",\"customerId\":\"bob\",\"types\":[\"OrderPaid\",\"OrderConfirmed\"]");
            registered(all, "");
            List<String> orders = new ArrayList<>(orders(2));
            String bobs = api.post("/orders", ApiClient.orderOf("bob")).header("Location");
            api.step(bobs, "confirm");
            orders.addAll(orders(1));
            api.step(bobs, "pay");
            orders.add(bobs);
            awaitAll(api, orders, all);
            await().atMost(SOON).until(() -> receiver.arrivals().size() == 2);
            assertThat(receiver.arrivals()).isEqualTo(events(api, List.of(bobs)).subList(1, 3));
        }
    }

    @Test
    void aWebhookCanBeginAtTheFirstEvent() throws IOException {
        List<String> orders = orders(3);
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            registered(receiver, ",\"start\":\"beginning\"");
            awaitAll(api, orders, receiver);
        }
    }

    @Test
    void anotherAddressGetsTheEventsFromThenOn() throws IOException {
        try (WebhookReceiver first = new WebhookReceiver();
                WebhookReceiver second = new WebhookReceiver()) {
            Answer answer = api.post("/webhooks", "{\"url\":\"" + first.url() + "\"}");
            String webhook = answer.header("Location");
            registered.add(webhook);
            first.knows(answer.json().path("secret").asString());
            second.knows(answer.json().path("secret").asString());
            List<String> orders = new ArrayList<>(orders(2));
            awaitAll(api, orders, first);
            await().atMost(SOON).until(() -> delivery(api, webhook).path("behind").asLong() == 0);
            patch(api, webhook, "{\"url\":\"" + second.url() + "\"}");
            orders = orders(3);
            List<Arrival> sent = events(api, orders);
            await().atMost(SOON)
                    .untilAsserted(() -> {
                        Set<Arrival> came = new HashSet<>(first.arrivals());
                        came.addAll(second.arrivals());
                        assertThat(came).containsAll(sent);
                    });
            assertThat(second.arrivals()).isNotEmpty();
        }
    }

    @Test
    void afterARotationBothSecretsVerify() throws IOException {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            String webhook = registered(receiver, "");
            String secret = api.post(webhook + "/secret", null).json().path("secret").asString();
            await().atMost(SOON)
                    .until(() -> {
                        orders(1);
                        List<String> signatures = receiver.signatures();
                        return !signatures.isEmpty()
                                && signatures.getLast().split(" ", -1).length == 2;
                    });
            assertThat(receiver.forged()).as("the former secret verifies").isZero();
            receiver.knows(secret);
            awaitAll(api, orders(2), receiver);
            assertThat(receiver.forged()).as("and so does the new one").isZero();
        }
    }

    @Test
    void aPingShowsWhatTheReceiverAnswers() throws IOException {
        String webhook;
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            webhook = registered(receiver, "");
            JsonNode well = api.post(webhook + "/ping", null).json();
            assertThat(well.path("delivered").asBoolean()).isTrue();
            assertThat(well.path("status").asInt()).isEqualTo(204);
            assertThat(receiver.events().getLast().path("type").asString())
                    .isEqualTo("WebhookPing");
            receiver.answerWith(500);
            JsonNode ill = api.post(webhook + "/ping", "{}").json();
            assertThat(ill.path("delivered").asBoolean()).isFalse();
            assertThat(ill.path("status").asInt()).isEqualTo(500);
        }
        JsonNode gone = api.post(webhook + "/ping", null).json();
        assertThat(gone.path("delivered").asBoolean()).isFalse();
        assertThat(gone.path("failure").asString()).isNotEmpty();
    }
}
