package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OrderBatchApiTest extends ApiTest {

    private final String customer = "batch-" + UUID.randomUUID();

    private Answer batch(String... orders) {
        return api.post("/orders/batch", "{\"orders\":[" + String.join(",", orders) + "]}");
    }

    private String order() {
        return ApiClient.orderOf(customer);
    }

    private static String keyed(String order, String key) {
        return order.replaceFirst("\\{", "{\"idempotencyKey\":\"" + key + "\",");
    }

    private static List<Integer> statuses(Answer answer) {
        List<Integer> statuses = new ArrayList<>();
        answer.json()
                .path("results")
                .forEach(result -> statuses.add(result.path("status").asInt()));
        return statuses;
    }

    @Test
    void allOrdersOfABatchArePlacedInOneAnswerAndItsTokenNamesEach() {
        Answer answer = batch(Collections.nCopies(100, order()).toArray(String[]::new));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(statuses(answer)).hasSize(100).containsOnly(201);
        List<String> placed = new ArrayList<>();
        answer.json()
                .path("results")
                .forEach(result -> placed.add(result.path("order").path("orderId").asString()));
        JsonNode list =
                api.get(
                                "/orders?limit=100&customerId=" + customer,
                                ConsistencyToken.HEADER,
                                answer.header(ConsistencyToken.HEADER))
                        .json();
        List<String> listed = new ArrayList<>();
        list.path("orders").forEach(order -> listed.add(order.path("orderId").asString()));
        assertThat(listed).containsExactlyElementsOf(placed.reversed());
    }

    @Test
    void eachOrderIsRightOrWrongByItselfAndTheAnswerIsInTheirOrder() {
        Answer answer =
                batch(
                        order(),
                        "{}",
                        "7",
                        order().replace("\"quantity\":2", "\"quantity\":0"),
                        order().replace("nut-1", "nut-2"),
                        order().replace("\"EUR\"", "\"EUR\",\"extra\":{\"a\":[1]}"),
                        keyed(order(), "no spaces"),
                        order());

        assertThat(statuses(answer)).containsExactly(201, 422, 400, 422, 422, 400, 422, 201);
        JsonNode results = answer.json().path("results");
        assertThat(results.path(0).path("order").path("customerId").asString()).isEqualTo(customer);
        assertThat(results.path(1).path("problem").path("errors").size()).isEqualTo(4);
        assertThat(error(results, 2)).isEqualTo("/orders/2 must be a JSON object");
        assertThat(error(results, 3))
                .isEqualTo("/orders/3/lines/0/quantity must be from 1 to 10000");
        assertThat(error(results, 4))
                .isEqualTo(
                        "/orders/4/lines/1/productId is already in line 0; put the quantities together");
        assertThat(error(results, 5)).startsWith("/orders/5/extra is not known");
        assertThat(error(results, 6)).startsWith("/orders/6/idempotencyKey must have");
        assertThat(results.path(3).path("problem").path("type").asString())
                .isEqualTo("/problems/validation");
    }

    private static String error(JsonNode results, int index) {
        JsonNode error = results.path(index).path("problem").path("errors").path(0);
        return error.path("pointer").asString() + " " + error.path("detail").asString();
    }

    @Test
    void anOrderWithAKeyIsPlacedOnceAlsoWithinABatch() {
        String key = "key-" + UUID.randomUUID();
        String keyed = keyed(order(), key);
        Answer first = batch(keyed, keyed, keyed(order().replace("nut-1", "nut-9"), key));
        Answer again = batch(keyed);
        Answer alone = api.post("/orders", order(), "Idempotency-Key", key);

        JsonNode results = first.json().path("results");
        if (statuses(first).equals(List.of(201, 201, 422))) {
            assertThat(again.json().path("results").path(0)).isEqualTo(results.path(0));
            assertThat(results.path(1)).isEqualTo(results.path(0));
            assertThat(alone.json()).isEqualTo(results.path(0).path("order"));
        } else { // the other content came first
            assertThat(statuses(first)).containsExactly(422, 422, 201);
            assertThat(statuses(again)).containsExactly(422);
            alone.isProblem(ProblemType.IDEMPOTENCY_KEY_REUSED);
        }
        assertThat(
                        api.get(
                                        "/orders?customerId=" + customer,
                                        ConsistencyToken.HEADER,
                                        first.header(ConsistencyToken.HEADER))
                                .json()
                                .path("orders")
                                .size())
                .isEqualTo(1);
    }

    @Test
    void aBatchHasABoundedNumberOfOrders() {
        batch().isProblem(ProblemType.VALIDATION).withErrors("/orders must have 1 to 100 orders");
        batch(Collections.nCopies(101, order()).toArray(String[]::new))
                .isProblem(ProblemType.VALIDATION)
                .withErrors("/orders must have 1 to 100 orders");
        assertThat(api.get("/orders?customerId=" + customer).json().path("orders").size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"orders\":{}}",
                "{\"orders\":null}",
                "{\"orders\":[],\"orders\":[]}",
                "{\"orders\":[",
                "{\"orders\":[{\"customerId\":",
                "{\"orders\":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}",
                "{\"orders\":[{}]}{}",
                "{\"orders\":[{}],\"more\":1}",
                ""
            })
    void aBodyThatIsNoBatchIsRefusedAsAWhole(String body) {
        Answer answer = api.post("/orders/batch", body);

        assertThat(answer.status()).as(answer.body()).isBetween(400, 422);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void theKeyOfARequestIsNotForABatch() {
        api.post("/orders/batch", "{\"orders\":[" + order() + "]}", "Idempotency-Key", "k")
                .isProblem(ProblemType.MALFORMED_HEADER)
                .saying(
                        "Idempotency-Key is not for a batch; give each order its own idempotencyKey.");
    }
}
