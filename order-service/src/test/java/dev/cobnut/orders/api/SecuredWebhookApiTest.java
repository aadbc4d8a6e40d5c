package dev.cobnut.orders.api;

import static dev.cobnut.orders.api.WebhookCalls.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
        add(properties, "shop", "orders:read, orders:write", "");
        add(properties, "ada", "orders:read, orders:write", "ada");
        add(properties, "reader", "orders:read", "");
        add(properties, "operator", "orders:read, orders:write, orders:admin", "");
    }

    private static void add(
            DynamicPropertyRegistry properties, String id, String scopes, String customer) {
        String setting = "cobnut.security.keys." + id + ".";
        properties.add(setting + "sha256", () -> sha256(key(id)));
        properties.add(setting + "scopes", () -> scopes);
        if (!customer.isEmpty()) {
            properties.add(setting + "customer", () -> customer);
        }
    }

    private static String key(String id) {
        return id + ".c2VjcmV0LW9mLWEta2V5LXdpdGgtMjU2LWJpdHMtb2Y-" + id.length();
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    private static String[] as(String id) {
        return new String[] {"Authorization", "Bearer " + key(id)};
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
}
