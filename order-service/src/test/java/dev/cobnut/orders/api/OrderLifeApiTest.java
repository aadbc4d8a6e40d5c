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
import tools.jackson.databind.JsonNode;

class OrderLifeApiTest extends ApiTest {

    @Test
    void anOrderThatIsPlacedIsAnsweredWithItsLocationVersionAndContent() {
        Answer answer = api.post("/orders", ApiClient.ORDER);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("ETag")).isEqualTo("\"1\"");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        JsonNode order = answer.json();
        String id = order.path("orderId").asString();
        assertThat(UUID.fromString(id).version()).isEqualTo(7);
        assertThat(answer.header("Location")).isEqualTo("/orders/" + id);
        String placedAt = order.path("placedAt").asString();
        assertThat(answer.body())
                .isEqualTo(
                        """
                        {"orderId":"%s","customerId":"ada","status":"PLACED","currency":"EUR",\
                        "lines":[{"productId":"nut-1","quantity":2,"unitPrice":"12.50","lineTotal":"25.00"},\
                        {"productId":"nut-2","quantity":1,"unitPrice":"0.99","lineTotal":"0.99"}],\
                        "total":"25.99","shippingAddress":{"name":"Ada","line1":"1 Nut Street","city":"Kent",\
                        "postalCode":"TN1","country":"GB"},"version":1,"placedAt":"%s"}\
                        """
                                .formatted(id, placedAt));
    }

    @Test
    void anOrderGoesThroughItsLifeAndKeepsWhatEveryStepAdded() {
        String path = api.placedAnd("confirm", "pay", "ship");

        Answer answer = api.step(path, "deliver");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"5\"");
        JsonNode order = answer.json();
        assertThat(order.path("status").asString()).isEqualTo("DELIVERED");
        assertThat(order.path("version").asInt()).isEqualTo(5);
        assertThat(order.path("confirmedAt").asString()).endsWith("Z");
        assertThat(order.path("payment").path("amount").asString()).isEqualTo("25.99");
        assertThat(order.path("payment").path("reference").asString()).isEqualTo("pay-1");
        assertThat(order.path("payment").path("paidAt").asString()).endsWith("Z");
        assertThat(order.path("shipment").path("carrier").asString()).isEqualTo("DHL");
        assertThat(order.path("shipment").path("trackingNumber").asString()).isEqualTo("track-1");
        assertThat(order.path("shipment").path("shippedAt").asString()).endsWith("Z");
        assertThat(order.path("deliveredAt").asString()).endsWith("Z");
        assertThat(api.get(path).body()).isEqualTo(answer.body());
    }

    @Test
    void stepsWithoutContentAlsoTakeAnEmptyObject() {
        String path = api.placed();

        assertThat(api.post(path + "/confirm", "{}").status()).isEqualTo(200);
    }

    @Test
    void aPaidOrderThatIsCancelledSaysThatARefundIsDue() {
        Answer answer = api.step(api.placedAnd("confirm", "pay"), "cancel");

        JsonNode cancellation = answer.json().path("cancellation");
        assertThat(cancellation.path("reason").asString()).isEqualTo("changed my mind");
        assertThat(cancellation.path("refundDue").asBoolean()).isTrue();
        assertThat(cancellation.path("cancelledAt").asString()).endsWith("Z");
    }

    @Test
    void changedLinesReplaceTheOldOnes() {
        String path = api.placed();

        Answer answer = api.put(path + "/lines", ApiClient.NEW_LINES);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("ETag")).isEqualTo("\"2\"");
        assertThat(answer.json().path("total").asString()).isEqualTo("4.50");
        assertThat(answer.json().path("lines").size()).isEqualTo(1);
        assertThat(answer.json().path("lines").path(0).path("unitPrice").asString())
                .isEqualTo("1.50");
    }

    @Test
    void linesMayNameTheCurrencyThatTheirPricesAreIn() {
        String path = api.placed();
        String priced = "{\"currency\":\"%s\"," + ApiClient.NEW_LINES.substring(1);

        api.put(path + "/lines", priced.formatted("USD"))
                .isRule("currency-differs")
                .saying("The order is in EUR; its lines cannot be priced in USD.");
        Answer answer = api.put(path + "/lines", priced.formatted("EUR"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("total").asString()).isEqualTo("4.50");
    }

    @Test
    void aPriceWithMoreDecimalsThanTheCurrencyOfTheOrderIsNotRounded() {
        String path = api.placed();

        api.put(path + "/lines", ApiClient.NEW_LINES.replace("1.5", "1.234"))
                .isRule("price-too-precise")
                .saying(
                        "The unit price of nut-3 has 3 decimals, but EUR has 2; nothing is rounded.");

        assertThat(api.get(path).header("ETag")).isEqualTo("\"1\"");
    }

    @Test
    void amountsHaveTheDecimalsOfTheCurrency() {
        String yen = ApiClient.ORDER.replace("EUR", "JPY").replace("12.50", "1250");
        String dinar = ApiClient.ORDER.replace("EUR", "KWD").replace("12.50", "12.501");

        assertThat(api.post("/orders", yen.replace("0.99", "99")).json().path("total").asString())
                .isEqualTo("2599");
        assertThat(api.post("/orders", dinar).json().path("total").asString()).isEqualTo("25.992");
    }

    @Test
    void aRuleThatForbidsAStepIsNamed() {
        String path = api.placed();

        Answer answer = api.step(path, "ship").isProblem(ProblemType.RULE);

        assertThat(answer.json().path("code").asString()).isEqualTo("order-not-paid");
        assertThat(answer.json().path("version").asInt()).isEqualTo(1);
        answer.saying("The order is PLACED; it can be shipped only once, while it is PAID.");
        assertThat(api.get(path).header("ETag")).isEqualTo("\"1\"");
    }

    @Test
    void aPaymentOfAnotherAmountIsRefused() {
        String path = api.placedAnd("confirm");

        Answer answer =
                api.post(path + "/pay", "{\"amount\":25.98,\"reference\":\"pay-1\"}")
                        .isProblem(ProblemType.RULE);

        assertThat(answer.json().path("code").asString()).isEqualTo("payment-amount-differs");
    }

    @Test
    void aNewOrderHasNoVersionToExpect() {
        api.post("/orders", ApiClient.ORDER, "If-Match", "\"1\"")
                .isProblem(ProblemType.VERSION_MISMATCH);
        assertThat(api.post("/orders", ApiClient.ORDER, "If-Match", "*").status()).isEqualTo(201);
    }

    @Test
    void anExpectedVersionIsHonoured() {
        String path = api.placed();

        Answer mismatch = api.step(path, "confirm", "If-Match", "\"2\"");
        mismatch.isProblem(ProblemType.VERSION_MISMATCH)
                .saying("The order is at version 1, not at 2.");
        assertThat(mismatch.json().path("expectedVersion").asInt()).isEqualTo(2);
        assertThat(mismatch.json().path("actualVersion").asInt()).isEqualTo(1);
        assertThat(api.step(path, "confirm", "If-Match", "\"1\"").header("ETag"))
                .isEqualTo("\"2\"");
        assertThat(api.step(path, "pay", "If-Match", "*").header("ETag")).isEqualTo("\"3\"");
    }

    @Test
    void anOrderThatTheClientHasIsNotSentAgain() {
        String path = api.placed();

        for (String tags : List.of("\"1\"", "W/\"1\"", "\"7\", \"1\"", "*")) {
            Answer answer = api.get(path, "If-None-Match", tags);
            assertThat(answer.status()).as(tags).isEqualTo(304);
            assertThat(answer.header("ETag")).isEqualTo("\"1\"");
            assertThat(answer.body()).isEmpty();
        }
        assertThat(api.get(path, "If-None-Match", "\"2\"").status()).isEqualTo(200);
    }

    @Test
    void theEventsOfAnOrderAreNumberedFromOne() {
        String path = api.placedAnd("confirm", "pay");

        JsonNode events = api.get(path + "/events").json().path("events");

        assertThat(events.size()).isEqualTo(3);
        List<String> types = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            JsonNode event = events.path(i);
            assertThat(event.path("version").asInt()).isEqualTo(i + 1);
            assertThat(UUID.fromString(event.path("eventId").asString()).version()).isEqualTo(7);
            assertThat(event.path("at").asString()).endsWith("Z");
            types.add(event.path("type").asString());
        }
        assertThat(types).containsExactly("OrderPlaced", "OrderConfirmed", "OrderPaid");
        assertThat(events.path(2).path("data").path("amount").asString()).isEqualTo("25.99");
    }

    @Test
    void manyEventsComeInPages() {
        String path = api.placedAnd("confirm", "pay");

        JsonNode first = api.get(path + "/events?limit=2").json();
        assertThat(first.path("events").size()).isEqualTo(2);
        assertThat(first.path("next").asInt()).isEqualTo(2);
        JsonNode second = api.get(path + "/events?limit=2&after=2").json();
        assertThat(second.path("events").size()).isEqualTo(1);
        assertThat(second.has("next")).isFalse();
        JsonNode beyond = api.get(path + "/events?after=3").json();
        assertThat(beyond.path("events").size()).isEqualTo(0);
    }

    @Test
    void aPageOfEventsLinksToTheNextOne() {
        String path = api.placedAnd("confirm", "pay");

        Answer first = api.get(path + "/events?limit=2");
        assertThat(first.header("Link"))
                .isEqualTo("<" + path + "/events?after=2&limit=2>; rel=\"next\"");
        assertThat(api.get(path + "/events?limit=2&after=2").header("Link")).isEmpty();
        assertThat(api.get(path + "/events?limit=3").header("Link")).isEmpty();
        assertThat(api.get(path + "/events").header("Link")).isEmpty();
    }

    @Test
    void theEventsOfAnOrderComeAsABatchOfCloudEventsWhenTheClientAsksForIt() {
        String path = api.placedAnd("confirm", "pay");
        String batch = "application/cloudevents-batch+json";

        Answer first = api.get(path + "/events?limit=2", "Accept", batch);
        assertThat(first.header("Content-Type")).isEqualTo(batch);
        assertThat(first.header("Link")).contains("after=2&limit=2");
        assertThat(first.json().size()).isEqualTo(2);
        JsonNode event = first.json().path(1);
        assertThat(event.path("specversion").asString()).isEqualTo("1.0");
        assertThat(event.path("source").asString()).isEqualTo("/orders");
        assertThat(event.path("type").asString()).isEqualTo("OrderConfirmed");
        assertThat(event.path("subject").asString())
                .isEqualTo("order-" + path.substring("/orders/".length()));
        assertThat(event.path("streamversion").asString()).isEqualTo("2");
        assertThat(event.path("data").has("confirmedAt")).isTrue();

        String json = "application/json";
        for (String accept :
                List.of("*/*", json, batch + ";q=0.1, " + json, "text/html, */*;q=0.5")) {
            assertThat(api.get(path + "/events", "Accept", accept).header("Content-Type"))
                    .as(accept)
                    .isEqualTo(json);
        }
        for (String accept :
                List.of(batch + ";q=0.5", json + ";q=0.9, " + batch, batch + ", " + json)) {
            assertThat(api.get(path + "/events", "Accept", accept).header("Content-Type"))
                    .as(accept)
                    .isEqualTo(batch);
        }
        api.get(path + "/events", "Accept", "text/html").isProblem(ProblemType.NOT_ACCEPTABLE);
        api.get(path + "/events", "Accept", json + ";q=0").isProblem(ProblemType.NOT_ACCEPTABLE);
        api.get(path, "Accept", batch).isProblem(ProblemType.NOT_ACCEPTABLE);
    }

    @Test
    void theOrdersOfACustomerComeNewestFirstAndInPages() {
        String customer = "customer-" + UUID.randomUUID();
        List<String> newestFirst = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Answer placed = api.post("/orders", ApiClient.orderOf(customer));
            newestFirst.addFirst(placed.json().path("orderId").asString());
        }

        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(inPagesOfTwo(customer)).isEqualTo(newestFirst));
    }

    private List<String> inPagesOfTwo(String customer) {
        List<String> found = new ArrayList<>();
        String before = "";
        do {
            JsonNode page = api.get("/orders?limit=2&customerId=" + customer + before).json();
            page.path("orders").forEach(order -> found.add(order.path("orderId").asString()));
            before = page.path("next").isNull() ? "" : "&before=" + page.path("next").asString();
        } while (!before.isEmpty());
        return found;
    }

    @Test
    void aCustomerWithoutOrdersHasAnEmptyPage() {
        assertThat(api.get("/orders?customerId=nobody").body())
                .isEqualTo("{\"orders\":[],\"next\":null}");
    }

    @Test
    void anOrderCanBeCheckedWithoutPlacingIt() {
        String customer = "customer-" + UUID.randomUUID();

        Answer answer = api.post("/orders/validate", ApiClient.orderOf(customer));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"currency\":\"EUR\",\"total\":\"25.99\"}");
        assertThat(api.get("/orders?customerId=" + customer).json().path("orders").size())
                .isEqualTo(0);
        api.post("/orders/validate", "{}").isProblem(ProblemType.VALIDATION);
    }
}
