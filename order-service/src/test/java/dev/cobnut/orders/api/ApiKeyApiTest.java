package dev.cobnut.orders.api;

import static dev.cobnut.orders.api.TestKeys.add;
import static dev.cobnut.orders.api.TestKeys.key;
import static dev.cobnut.orders.api.TestKeys.sha256;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.api.RawAnswers.RawAnswer;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// The service in the mode api-key, with a limit of requests per caller.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.security.mode=api-key",
            "cobnut.security.rate-limit.requests=300",
            "cobnut.security.rate-limit.window=1h",
            "cobnut.hazelcast.cluster-name=keys"
        })
@ExtendWith(OutputCaptureExtension.class)
class ApiKeyApiTest {

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
        add(properties, "shop", "orders:read, orders:write", "");
        add(properties, "ada", "orders:read, orders:write", "ada");
        add(properties, "ada-2", "orders:read, orders:write", "ada");
        add(properties, "eve", "orders:read, orders:write", "eve");
        add(properties, "reader", "orders:read", "");
        add(properties, "operator", "orders:admin", "");
        add(properties, "scraper", "orders:metrics", "");
        add(properties, "greedy", "orders:read", "");
        add(properties, "log", "orders:read, orders:write", "xylophon-customer");
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    private Answer get(String id, String path) {
        return api.get(path, "Authorization", "Bearer " + key(id));
    }

    private Answer post(String id, String path, String body, String... headers) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Authorization";
        all[headers.length + 1] = "Bearer " + key(id);
        return api.post(path, body, all);
    }

    private String placed(String id, String customer) {
        Answer answer = post(id, "/orders", ApiClient.orderOf(customer));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.header("Location");
    }

    @Test
    void aKeyIsAskedForAndAWrongOneIsRefused() {
        String order = placed("shop", "ada");

        assertThat(get("shop", order).status()).isEqualTo(200);
        api.get(order)
                .isProblem(ProblemType.UNAUTHENTICATED)
                .saying("The request needs Authorization: Bearer, with an API key or a token.");
        String right = key("shop");
        for (String wrong :
                new String[] {
                    "shop",
                    "shop.",
                    right + "x",
                    right.substring(0, right.length() - 1),
                    right.toUpperCase(java.util.Locale.ROOT),
                    right.replace("shop.", "reader."),
                    right.replace("shop.", "nobody."),
                    right.substring("shop.".length()),
                    sha256(right),
                    "shop." + sha256(right)
                }) {
            Answer answer = api.get(order, "Authorization", "Bearer " + wrong);
            answer.isProblem(ProblemType.UNAUTHENTICATED).saying("The API key is not valid.");
            assertThat(answer.header("WWW-Authenticate"))
                    .isEqualTo(
                            "Bearer realm=\"cobnut\", error=\"invalid_token\", error_description=\"The API key is not valid.\"");
        }
        assertThat(api.get(order, "Authorization", "bearer  " + right).status()).isEqualTo(200);
        api.get(order, "Authorization", "Bearer " + right, "Authorization", "Bearer " + right)
                .isProblem(ProblemType.MALFORMED_HEADER);
    }

    @Test
    void aCustomerSeesItsOwnOrdersAndOthersAreAsIfTheyDidNotExist() {
        String adas = placed("ada", "ada");
        String eves = placed("eve", "eve");

        assertThat(get("ada", adas).status()).isEqualTo(200);
        assertThat(get("ada-2", adas).status()).isEqualTo(200);
        assertThat(get("shop", adas).status()).isEqualTo(200);
        String none = "/orders/" + UUID.randomUUID();
        for (String path :
                new String[] {
                    "", "/events", "?version=1", "?version=9", "?at=2020-01-01T00:00:00Z"
                }) {
            assertThat(get("eve", adas + path).body().replace(adas, none))
                    .isEqualTo(get("eve", none + path).body());
            assertThat(get("eve", adas + path).status()).isEqualTo(404);
            assertThat(get("eve", adas + path).json().path("type").asString())
                    .isEqualTo("/problems/order-not-found");
        }
        post("eve", adas + "/confirm", "{}").isProblem(OrderAnswers.ORDER_NOT_FOUND);
        assertThat(get("ada", adas).json().path("status").asString()).isEqualTo("PLACED");
        assertThat(post("eve", eves + "/confirm", "{}").status()).isEqualTo(200);
    }

    @Test
    void anotherCustomerCanBeNeitherOrderedForNorListed() {
        Answer refused = post("eve", "/orders", ApiClient.orderOf("ada"));
        refused.isProblem(ProblemType.FORBIDDEN)
                .withErrors("/customerId must be the caller's own customer");
        refused.saying("This caller acts for one customer, and this is another one.");
        post("eve", "/orders/validate", ApiClient.orderOf("ada")).isProblem(ProblemType.FORBIDDEN);
        get("eve", "/orders?customerId=ada")
                .isProblem(ProblemType.FORBIDDEN)
                .withErrors("customerId must be the caller's own customer");
        assertThat(get("eve", "/orders?customerId=eve").status()).isEqualTo(200);
        assertThat(get("shop", "/orders?customerId=ada").status()).isEqualTo(200);
    }

    @Test
    void keysOfTwoCallersDoNotMeetAndNobodyGetsTheAnswerOfAnother() {
        String name = "key-" + UUID.randomUUID();
        Answer first = post("ada", "/orders", ApiClient.ORDER, "Idempotency-Key", name);
        assertThat(first.status()).isEqualTo(201);

        // The same command with the same key: of the same caller it is a repetition.
        Answer repeated = post("ada", "/orders", ApiClient.ORDER, "Idempotency-Key", name);
        assertThat(repeated.body()).isEqualTo(first.body());
        for (String other : new String[] {"ada-2", "shop"}) {
            Answer own = post(other, "/orders", ApiClient.ORDER, "Idempotency-Key", name);
            assertThat(own.status()).isEqualTo(201);
            assertThat(own.header("Location")).isNotEqualTo(first.header("Location"));
        }
        // Another command with the same key: no caller hears that somebody used it.
        assertThat(
                        post("eve", "/orders", ApiClient.orderOf("eve"), "Idempotency-Key", name)
                                .status())
                .isEqualTo(201);
        post(
                        "ada",
                        first.header("Location") + "/cancel",
                        "{\"reason\":\"another command\"}",
                        "Idempotency-Key",
                        name)
                .isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
        // What another caller's key is stored as is no key of this caller's.
        assertThat(
                        post(
                                        "eve",
                                        "/orders",
                                        ApiClient.orderOf("eve"),
                                        "Idempotency-Key",
                                        sha256("2:v17:key:ada" + name.length() + ":" + name))
                                .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator",
                "/actuator/outbox",
                "/actuator/handlers",
                "/actuator/metrics",
                "/actuator/prometheus",
                "/actuator/nonsense",
                "/%61ctuator/outbox",
                "/actuator;x/outbox",
                "/actuator/outbox;jsessionid=1",
                "//actuator/outbox",
                "/orders/../actuator/outbox",
                "/actuator/health/../outbox",
                "/livez/../actuator/outbox",
                "/docs/..;/actuator/outbox"
            })
    void theActuatorIsForWhoAdministers(String path) throws IOException {
        for (String authorization :
                new String[] {"", "Authorization: Bearer " + key("shop") + "\r\n"}) {
            for (String method : new String[] {"GET", "POST", "DELETE", "PUT", "HEAD", "BREW"}) {
                try (RawClient client = RawClient.on(port)) {
                    RawAnswer answer =
                            client.send(
                                            """
                                            %s %s HTTP/1.1\r
                                            Host: localhost\r
                                            %sContent-Type: application/json\r
                                            Content-Length: 15\r
                                            Connection: close\r
                                            \r
                                            {"paused":true}\
                                            """
                                                    .formatted(method, path, authorization))
                                    .answer();
                    assertThat(answer.status())
                            .as(method + " " + path)
                            .isIn(
                                    authorization.isEmpty()
                                            ? new Object[] {400, 401}
                                            : new Object[] {400, 403, 404});
                }
            }
        }
        assertThat(get("operator", "/actuator/outbox").json().path("paused").asBoolean()).isFalse();
    }

    @Test
    void anOperatorOperatesAndAScraperReadsFigures() {
        assertThat(get("operator", "/actuator/outbox").status()).isEqualTo(200);
        assertThat(post("operator", "/actuator/outbox", "{\"paused\":false}").status())
                .isLessThan(300);
        assertThat(get("operator", "/actuator/prometheus").status()).isEqualTo(200);
        get("operator", "/orders?customerId=ada").isProblem(ProblemType.FORBIDDEN);
        assertThat(get("scraper", "/actuator/prometheus").body()).contains("http_in_flight");
        assertThat(get("scraper", "/actuator/metrics/http.in.flight").status()).isEqualTo(200);
        get("scraper", "/actuator/outbox").isProblem(ProblemType.FORBIDDEN);
        get("scraper", "/orders?customerId=ada").isProblem(ProblemType.FORBIDDEN);
        get("reader", "/actuator/prometheus")
                .isProblem(ProblemType.FORBIDDEN)
                .saying("This needs the scope orders:metrics.");
        post("reader", "/orders", ApiClient.ORDER).isProblem(ProblemType.FORBIDDEN);
    }

    @Test
    void probesAndTheDocumentationAreOpen() {
        for (String path :
                new String[] {
                    "/livez",
                    "/readyz",
                    "/actuator/health",
                    "/actuator/health/readiness",
                    "/problems",
                    "/v3/api-docs",
                    "/swagger-ui/index.html"
                }) {
            assertThat(api.get(path).status()).as(path).isEqualTo(200);
        }
        api.post("/actuator/health", "{}").isProblem(ProblemType.UNAUTHENTICATED);
        api.get("/nowhere").isProblem(ProblemType.UNAUTHENTICATED);
        get("shop", "/nowhere").isProblem(ProblemType.NOT_FOUND);
    }

    @Test
    void aCallerBeyondItsLimitIs429AndOthersAreNot() {
        Answer first = get("greedy", "/orders?customerId=ada");
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"caller\";q=300;w=3600");
        assertThat(first.header("RateLimit")).matches("\"caller\";r=299;t=1[0-2]");

        Answer last = first;
        for (int i = 0; i < 400 && last.status() == 200; i++) {
            last = get("greedy", "/orders?customerId=ada");
        }

        last.isProblem(ProblemType.TOO_MANY_REQUESTS);
        assertThat(last.header("RateLimit")).startsWith("\"caller\";r=0;t=");
        assertThat(Integer.parseInt(last.header("Retry-After"))).isBetween(1, 12);
        assertThat(get("reader", "/orders?customerId=ada").status()).isEqualTo(200);
        assertThat(api.get("/readyz").header("RateLimit")).isEmpty();
    }

    /// What a run leaves in the log, with marks in everything that belongs to a person.
    @Test
    void nothingPersonalIsLogged(CapturedOutput output) {
        String mark = "xylophon";
        String body =
                ApiClient.orderOf(mark + "-customer")
                        .replace("\"Ada\"", '"' + mark + " Name\"")
                        .replace("1 Nut Street", mark + " Street")
                        .replace("Kent", mark + " City")
                        .replace("TN1", mark);
        Answer placed = post("log", "/orders", body, "Idempotency-Key", mark + "-key");
        assertThat(placed.status()).as(placed.body()).isEqualTo(201);
        String order = placed.header("Location");
        post("log", "/orders", body, "Idempotency-Key", mark + "-key");
        post("log", order + "/cancel", "{\"reason\":\"" + mark + "\"}", "X-Correlation-Id", mark);
        post("log", order + "/cancel", "{\"reason\":\"" + mark + "\"}");
        post("log", order + "/pay", "{\"amount\":\"1.00\",\"reference\":\"" + mark + "\"}");
        post("log", "/orders", body.replace("\"EUR\"", "\"" + mark + "\""));
        post("log", "/orders", body.substring(0, body.length() / 2));
        post("log", "/orders", ApiClient.orderOf(mark + "-other"));
        post("log", "/orders", body, "Idempotency-Key", mark + " with spaces");
        get("log", "/orders?customerId=" + mark + "-customer");
        get("log", "/orders?customerId=" + mark + "-other");
        get("log", "/orders/" + mark);
        get("log", "/" + mark);
        api.get(order, "Authorization", "Bearer " + mark + ".secret");
        api.get(order, "Authorization", mark);
        api.get("/actuator/outbox", "Authorization", "Bearer " + mark);

        assertThat(output.getAll()).doesNotContain(mark, key("log"), sha256(key("log")));
    }
}
