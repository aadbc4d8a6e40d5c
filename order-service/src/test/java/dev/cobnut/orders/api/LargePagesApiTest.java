package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Pages of the largest orders and events, which are read and written in parts.
class LargePagesApiTest extends ApiTest {

    private static final int EVENTS = 31;
    private static final int ORDERS = 25;

    @Test
    void aPageOfLargeEventsHasAllOfThemInOrder() {
        String path = api.placed();
        for (int i = 1; i < EVENTS; i++) {
            assertThat(api.put(path + "/lines", "{\"lines\":" + lines(i) + "}").status())
                    .isEqualTo(200);
        }

        JsonNode all = api.get(path + "/events").json();
        JsonNode first = api.get(path + "/events?limit=20").json();
        JsonNode rest = api.get(path + "/events?limit=20&after=20").json();
        JsonNode exact = api.get(path + "/events?limit=" + EVENTS).json();

        assertThat(versions(all)).isEqualTo(IntStream.rangeClosed(1, EVENTS).boxed().toList());
        assertThat(all.has("next")).isFalse();
        assertThat(versions(first)).isEqualTo(IntStream.rangeClosed(1, 20).boxed().toList());
        assertThat(first.path("next").asInt()).isEqualTo(20);
        assertThat(versions(rest)).isEqualTo(IntStream.rangeClosed(21, EVENTS).boxed().toList());
        assertThat(rest.has("next")).isFalse();
        assertThat(exact.has("next")).isFalse();
        assertThat(all.path("events").get(EVENTS - 1).path("data").toString())
                .hasSizeGreaterThan(10_000);
    }

    @Test
    void aListOfLargeOrdersHasAllOfThemNewestFirst() {
        List<String> placed = new ArrayList<>();
        String order =
                ApiClient.orderOf("lister").replaceFirst("(?s)\\[.*?]", lines(0).replace("$", ""));
        for (int i = 0; i < ORDERS; i++) {
            Answer answer = api.post("/orders", order);
            assertThat(answer.status()).isEqualTo(201);
            placed.addFirst(answer.json().path("orderId").asString());
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> ids(list("&limit=100")).size() == ORDERS);

        JsonNode first = list("&limit=20");
        JsonNode rest = list("&limit=20&before=" + first.path("next").asString());

        assertThat(ids(list("&limit=100"))).isEqualTo(placed);
        assertThat(ids(first)).isEqualTo(placed.subList(0, 20));
        assertThat(ids(rest)).isEqualTo(placed.subList(20, ORDERS));
        assertThat(rest.path("next").isNull()).isTrue();
        assertThat(list("&limit=3").path("orders")).hasSize(3);
        assertThat(api.get("/orders?customerId=nobody").body())
                .isEqualTo("{\"orders\":[],\"next\":null}");
    }

    private JsonNode list(String parameters) {
        return api.get("/orders?customerId=lister" + parameters).json();
    }

    private static List<Integer> versions(JsonNode page) {
        return page.path("events").valueStream().map(e -> e.path("version").asInt()).toList();
    }

    private static List<String> ids(JsonNode page) {
        return page.path("orders").valueStream().map(o -> o.path("orderId").asString()).toList();
    }

    /// A hundred lines with the longest product ids, 36 KB.
    private static String lines(int first) {
        return IntStream.range(first, first + 100)
                .mapToObj(i ->
                        "{\"productId\":\"%s%03d\",\"quantity\":1,\"unitPrice\":\"1.00\"}"
                                .formatted("漢".repeat(97), i))
                .toList()
                .toString();
    }
}
