package dev.cobnut.orders.api;

import static dev.cobnut.orders.api.TestKeys.add;
import static dev.cobnut.orders.api.TestKeys.as;
import static dev.cobnut.orders.api.WebhookCalls.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.webhook.Webhook;
import dev.cobnut.orders.webhook.Webhooks;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
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

/// Webhooks of callers that are told apart.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.security.mode=api-key",
            "cobnut.webhooks.enabled=true",
            "cobnut.webhooks.keys=" + WebhookCalls.KEY,
            "cobnut.webhooks.allow-private=true",
            "cobnut.webhooks.max-per-caller=2",
            "cobnut.webhooks.poll-interval=20ms"
        })
@DirtiesContext // it sends until it is closed, and has a folder of its own
class SecuredWebhookApiTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // before all tests
    static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private Webhooks webhooks;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
        add(properties, "shop", "orders:read, orders:write", "");
        add(properties, "ada", "orders:read, orders:write", "ada");
        add(properties, "reader", "orders:read", "");
        add(properties, "operator", "orders:read, orders:write, orders:admin", "");
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    private Answer register(String id, WebhookReceiver receiver, String more) {
        return api.post("/webhooks", "{\"url\":\"" + receiver.url() + "\"" + more + "}", as(id));
    }

    @Test
    void aCustomerGetsTheEventsOfItsOwnOrdersOnly() throws IOException {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            register("ada", receiver, ",\"customerId\":\"bob\"").isProblem(ProblemType.FORBIDDEN);
            Answer answer = register("ada", receiver, "");
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
            assertThat(answer.json().path("customerId").asString()).isEqualTo("ada");
            receiver.knows(answer.json().path("secret").asString());
            for (String customer : List.of("bob", "ada", "bob", "ada")) {
                Answer placed = api.post("/orders", ApiClient.orderOf(customer), as("shop"));
                assertThat(placed.status()).isEqualTo(201);
            }
            await().atMost(SOON).until(() -> receiver.arrivals().size() == 2);
            await().atMost(SOON)
                    .until(() ->
                            api.get(answer.header("Location"), as("ada"))
                                            .json()
                                            .at("/delivery/behind")
                                            .asLong()
                                    == 0);
            assertThat(receiver.events())
                    .allMatch(event -> event.at("/data/customerId").asString().equals("ada"))
                    .hasSize(2);
        }
    }

    @Test
    void aWebhookIsNoneForAnotherCallerAndOneForTheOperator() throws IOException {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            String path = register("shop", receiver, "").header("Location");
            String id = path.substring("/webhooks/".length());
            api.get(path, as("ada")).isProblem(WebhookController.WEBHOOK_NOT_FOUND);
            assertThat(api.get("/webhooks", as("ada")).body()).doesNotContain(id);
            for (String step : List.of("ping", "secret", "redeliver")) {
                api.post(path + "/" + step, null, as("ada"))
                        .isProblem(WebhookController.WEBHOOK_NOT_FOUND);
                api.post(path + "/" + step, null, as("reader")).isProblem(ProblemType.FORBIDDEN);
                api.post(path + "/" + step, null).isProblem(ProblemType.UNAUTHENTICATED);
            }
            WebhookCalls.patch(api, path, "{}", as("ada"))
                    .isProblem(WebhookController.WEBHOOK_NOT_FOUND);
            WebhookCalls.delete(api, path, as("ada"))
                    .isProblem(WebhookController.WEBHOOK_NOT_FOUND);

            assertThat(api.get("/webhooks", as("operator")).body()).contains(id);
            register("shop", receiver, "");
            register("shop", receiver, "")
                    .isRule("too-many-webhooks")
                    .saying("You have 2 webhooks, the most that a caller may have.");
            assertThat(WebhookCalls.delete(api, path, as("operator")).status()).isEqualTo(204);
            assertThat(register("shop", receiver, "").status()).isEqualTo(201);
        }
    }

    /// An operator gave a key a customer that it did not have when it registered the webhook.
    @Test
    void aCallerThatActsForOneCustomerByNowDoesNotSeeItsWebhookForAll() {
        var wanted =
                new Webhooks.Wanted(
                        "key:ada", "https://93.184.215.14/", List.of(), null, Start.NOW);
        if (!(webhooks.register(wanted, UnaryOperator.identity())
                instanceof Accepted<Webhook>(_, Webhook webhook, _, _, _))) {
            throw new AssertionError("not registered");
        }
        String path = "/webhooks/" + webhook.webhookId();

        assertThat(api.get("/webhooks", as("ada")).body())
                .doesNotContain(webhook.webhookId().toString());
        api.get(path, as("ada")).isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        WebhookCalls.patch(api, path, "{\"url\":\"https://93.184.215.15/\"}", as("ada"))
                .isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        api.post(path + "/redeliver", "{\"from\":\"beginning\"}", as("ada"))
                .isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        assertThat(WebhookCalls.delete(api, path, as("operator")).status()).isEqualTo(204);
    }
}
