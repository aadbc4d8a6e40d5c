package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IdempotencyApiTest extends ApiTest {

    private static final String KEY = "Idempotency-Key";

    private final String key = UUID.randomUUID().toString();

    @Test
    void aRepeatedPlacementGivesTheFirstAnswerAndOneOrder() {
        String customer = "customer-" + key;
        Answer first = api.post("/orders", ApiClient.orderOf(customer), KEY, key);

        Answer second = api.post("/orders", ApiClient.orderOf(customer), KEY, key);

        assertSame(first, second);
        assertThat(second.status()).isEqualTo(201);
        String third = api.post("/orders", ApiClient.orderOf(customer)).header("Location");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() ->
                        assertThat(paths(customer)).contains(third, first.header("Location")));
        assertThat(paths(customer)).containsExactly(third, first.header("Location"));
    }

    @Test
    void theFirstAnswerIsGivenAlsoWhenTheOrderHasGoneOn() {
        Answer first = api.post("/orders", ApiClient.ORDER, KEY, key);
        api.step(first.header("Location"), "confirm");

        assertSame(first, api.post("/orders", ApiClient.ORDER, KEY, key));
    }

    @Test
    void aRepeatedStepIsTakenOnceAlsoWithAnotherExpectedVersion() {
        String path = api.placed();
        Answer first = api.step(path, "confirm", KEY, key, "If-Match", "\"1\"");

        assertSame(first, api.step(path, "confirm", KEY, key, "If-Match", "\"1\""));
        assertSame(first, api.step(path, "confirm", KEY, key));
        assertThat(first.status()).isEqualTo(200);
    }

    @Test
    void aRefusedStepIsRefusedAgainAlsoWhenItWouldBeAllowedByNow() {
        String path = api.placed();
        Answer first = api.step(path, "pay", KEY, key).isProblem(ProblemType.RULE);
        api.step(path, "confirm");

        Answer second = api.step(path, "pay", KEY, key);

        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void howTheBodyIsWrittenMakesNoDifference() {
        Answer first = api.post("/orders", ApiClient.ORDER, KEY, key);

        String same =
                ApiClient.ORDER
                        .replace("\n", "\r\n\t")
                        .replace("\"12.50\"", "12.5")
                        .replace("0.99", "\"0.99\"");

        assertSame(first, api.post("/orders", same, KEY, key));
    }

    @Test
    void aKeyBelongsToOneCommand() {
        String path = api.placed();
        assertThat(api.step(path, "confirm", KEY, key).status()).isEqualTo(200);

        api.step(path, "deliver", KEY, key).isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
        api.step(api.placed(), "confirm", KEY, key).isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
        api.post("/orders", ApiClient.ORDER, KEY, key)
                .isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aKeyBelongsToOneContent() {
        assertThat(api.post("/orders", ApiClient.ORDER, KEY, key).status()).isEqualTo(201);

        api.post("/orders", ApiClient.orderOf("eve"), KEY, key)
                .isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void aKeyHasVisibleAsciiCharacters() {
        String sentence = "Idempotency-Key must have 1 to 255 visible ASCII characters.";

        api.post("/orders", ApiClient.ORDER, KEY, "a b")
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying(sentence);
        api.post("/orders", ApiClient.ORDER, KEY, "k".repeat(256))
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying(sentence);
        assertThat(api.post("/orders", ApiClient.ORDER, KEY, "k".repeat(218) + key + "~").status())
                .isEqualTo(201);
        api.post("/orders", ApiClient.ORDER, KEY, "one", KEY, "two")
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying("Idempotency-Key must be given once.");
    }

    private List<String> paths(String customer) {
        List<String> paths = new ArrayList<>();
        api.get("/orders?customerId=" + customer)
                .json()
                .path("orders")
                .forEach(order -> paths.add("/orders/" + order.path("orderId").asString()));
        return paths;
    }

    private static void assertSame(Answer first, Answer second) {
        assertThat(second.status()).isEqualTo(first.status());
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(second.header("Location")).isEqualTo(first.header("Location"));
    }
}
