package dev.cobnut.orders.api;

import static dev.cobnut.orders.api.WebhookCalls.delete;
import static dev.cobnut.orders.api.WebhookCalls.patch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// What callers ask about webhooks and tell them, with the guard of addresses on.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.webhooks.enabled=true",
            "cobnut.webhooks.keys=" + WebhookCalls.KEY,
            "cobnut.webhooks.max=3"
        })
@DirtiesContext // it sends until it is closed, and has a folder of its own
class WebhookApiTest {

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

    /// A public address that nobody answers at: nothing is sent, because no order is placed.
    private static final String URL = "https://93.184.215.14/events?token=of-the-shop";

    private static final String BODY = "{\"url\":\"" + URL + "\",\"types\":[\"OrderPaid\"]}";

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    private Journal journal;

    @SuppressWarnings("NullAway.Init") // injected
    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mapping;

    private String registered() {
        Answer answer = api.post("/webhooks", BODY);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.header("Location");
    }

    @AfterEach
    void deleteAll() {
        for (JsonNode webhook : api.get("/webhooks").json().path("webhooks")) {
            delete(api, "/webhooks/" + webhook.path("webhookId").asString());
        }
        assertThat(api.get("/webhooks").body()).isEqualTo("{\"webhooks\":[]}");
    }

    @Test
    void onlyTheRegistrationShowsTheSecretAndNoEventHasIt() {
        Answer answer = api.post("/webhooks", BODY);
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        JsonNode registered = answer.json();
        String path = answer.header("Location");
        assertThat(path).isEqualTo("/webhooks/" + registered.path("webhookId").asString());
        String secret = registered.path("secret").asString();
        assertThat(secret).startsWith("whsec_").hasSize(50);
        assertThat(registered.path("status").asString()).isEqualTo("ACTIVE");

        JsonNode read = api.get(path).json();
        assertThat(read.path("url").asString()).isEqualTo(URL);
        assertThat(read.at("/delivery/behind").asLong()).isNotNegative();
        List<String> others = new ArrayList<>();
        others.add(api.get(path).body());
        others.add(api.get("/webhooks").body());
        others.add(patch(api, path, "{\"status\":\"PAUSED\"}").body());
        Answer rotated = api.post(path + "/secret", null);
        assertThat(rotated.json().path("secret").asString())
                .startsWith("whsec_")
                .isNotEqualTo(secret);
        assertThat(rotated.json().path("formerSecretUntil").asString()).isNotEmpty();
        others.add(api.get(path).body());
        journal.read(
                        new dev.cobnut.framework.event.StreamId(
                                "webhook-" + registered.path("webhookId").asString()),
                        0,
                        100)
                .forEach(event -> others.add(event.payload().asUtf8()));
        assertThat(others).hasSizeGreaterThan(6).noneMatch(text -> text.contains("whsec_"));
    }

    @Test
    void aRepetitionWithItsKeyGetsTheSameWebhookAndTheSameSecret() {
        String key = UUID.randomUUID().toString();
        Answer first = api.post("/webhooks", BODY, "Idempotency-Key", key);
        registered();
        registered();
        Answer again = api.post("/webhooks", BODY, "Idempotency-Key", key);

        assertThat(again.status()).as("also when there is no room any more").isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(api.get("/webhooks").json().path("webhooks")).hasSize(3);
        api.post("/webhooks", BODY.replace("OrderPaid", "OrderPlaced"), "Idempotency-Key", key)
                .isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aChangeIsMadeOnTheVersionThatTheCallerSaw() {
        String path = registered();
        Answer changed =
                patch(api, path, "{\"types\":[],\"status\":\"PAUSED\"}", "If-Match", "\"1\"");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"3\"");
        assertThat(changed.json().path("types")).isEmpty();
        assertThat(changed.json().path("status").asString()).isEqualTo("PAUSED");
        patch(api, path, "{\"status\":\"ACTIVE\"}", "If-Match", "\"1\"")
                .isProblem(ProblemType.VERSION_MISMATCH);
        assertThat(delete(api, path, "If-Match", "\"1\"").status()).isEqualTo(412);
        assertThat(patch(api, path, "{}").header("ETag")).isEqualTo("\"3\"");
        assertThat(api.get(path, "If-None-Match", "\"3\"").status()).isEqualTo(304);
    }

    @Test
    void moreWebhooksThanThereMayBeAreRefusedUntilOneIsDeleted() {
        String first = registered();
        registered();
        registered();
        api.post("/webhooks", BODY)
                .isRule("too-many-webhooks")
                .saying("There are 3 webhooks, the most that there may be.");
        delete(api, first);
        registered();
    }

    @Test
    void aDeletedWebhookIsNoneAndItsPathsAreNot() {
        String path = registered();
        assertThat(delete(api, path).status()).isEqualTo(204);
        api.get(path).isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        delete(api, path).isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        patch(api, path, "{}").isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        for (String step : List.of("ping", "secret", "redeliver")) {
            api.post(path + "/" + step, null).isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        }
        api.get("/webhooks/" + UUID.randomUUID()).isProblem(WebhookController.WEBHOOK_NOT_FOUND);
        api.get("/webhooks/7").isProblem(WebhookController.MALFORMED_WEBHOOK_ID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/events",
                "https://localhost/events",
                "https://[::1]:8443/events",
                "https://10.0.0.1/",
                "https://169.254.169.254/latest/meta-data",
                "https://[fd00:ec2::254]/"
            })
    void anAddressOfAPrivateNetworkIsRefused(String url) {
        String wrong = "/url has an address in a private or special network, which is not allowed";
        Answer answer = api.post("/webhooks", "{\"url\":\"" + url + "\"}");
        answer.isProblem(ProblemType.VALIDATION).withErrors(wrong);
        patch(api, registered(), "{\"url\":\"" + url + "\"}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors(wrong);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "{} | /url is required",
                "{\"url\":\"http://93.184.215.14/\"} | /url must be an address of https with a host, such as https://shop.example/events",
                "{\"url\":\"not an address\"} | /url must be an address such as https://shop.example/events",
                "{\"url\":\"https://a:b@93.184.215.14/\"} | /url must have no user, no password and no #",
                "{\"url\":\"https://93.184.215.14/\",\"types\":[\"OrderLost\"]} | /types/0 must be one of LinesChanged, OrderCancelled, OrderConfirmed, OrderDelivered, OrderPaid, OrderPlaced, OrderShipped",
                "{\"url\":\"https://93.184.215.14/\",\"start\":\"soon\"} | /start must be now, beginning or an instant such as 2026-11-23T06:00:00Z",
                "{\"url\":\"https://93.184.215.14/\",\"customerId\":\" \"} | /customerId must not be blank",
            })
    void aWrongFieldIsNamed(String body, String error) {
        api.post("/webhooks", body).isProblem(ProblemType.VALIDATION).withErrors(error);
    }

    @Test
    void anAddressHasALimitAndAFieldThatIsNotKnownIsRefused() {
        api.post("/webhooks", "{\"url\":\"https://93.184.215.14/" + "x".repeat(2_000) + "\"}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/url must have at most 2000 characters");
        api.post("/webhooks", "{\"url\":\"https://93.184.215.14/\",\"secret\":\"x\"}")
                .isProblem(ProblemType.BODY_SHAPE);
        String path = registered();
        patch(api, path, "{\"status\":\"GONE\"}")
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/status must be ACTIVE or PAUSED");
        patch(api, path, "{\"types\":\"OrderPaid\"}").isProblem(ProblemType.BODY_SHAPE);
        for (String from : List.of("", "now", "tomorrow", "-1", "99999999999999999999")) {
            api.post(path + "/redeliver", "{\"from\":\"" + from + "\"}")
                    .isProblem(ProblemType.VALIDATION)
                    .withErrors(
                            "/from must be parked, beginning, an instant such as"
                                    + " 2026-11-23T06:00:00Z, or the sequence of the last event that"
                                    + " came");
        }
        api.post(path + "/ping", "{\"x\":1}").isProblem(ProblemType.BODY_SHAPE);
    }

    @Test
    void theDescriptionHasExactlyTheOperationsOfTheHandlers() {
        Set<String> handled = new TreeSet<>();
        mapping.getHandlerMethods()
                .forEach((info, _) ->
                        info.getPatternValues().stream()
                                .filter(path -> path.startsWith("/webhooks"))
                                .forEach(path ->
                                        info.getMethodsCondition()
                                                .getMethods()
                                                .forEach(method ->
                                                        handled.add(method + " " + path))));
        Set<String> described = new TreeSet<>();
        JsonNode description = api.get("/v3/api-docs").json();
        description
                .path("paths")
                .forEachEntry((path, operations) -> {
                    if (path.startsWith("/webhooks")) {
                        operations.forEachEntry((method, _) ->
                                described.add(method.toUpperCase(Locale.ROOT) + " " + path));
                    }
                });
        assertThat(described).isEqualTo(handled).hasSize(8);
        String responses = description.path("components").path("responses").toString();
        api.get("/problems")
                .json()
                .path("problems")
                .forEach(type -> {
                    String name = type.path("type").asString().substring("/problems/".length());
                    if (name.contains("webhook")) {
                        assertThat(responses).contains("`" + name + "`");
                    }
                });
    }

    @Test
    void anExampleOfABodyIsAccepted() {
        JsonNode description = api.get("/v3/api-docs").json();
        String example =
                description
                        .path("paths")
                        .path("/webhooks")
                        .at("/post/requestBody/content/application~1json/example")
                        .toString();
        assertThat(example).contains("https://shop.example/events");
        Answer answer = api.post("/webhooks", example.replace("shop.example", "93.184.215.14"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.json().propertyNames())
                .isEqualTo(description.at("/components/examples/Webhook/value").propertyNames());
    }
}
