package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Statistics of orders. Each test has a currency that no other test uses.
class StatsApiTest extends ApiTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private String placed(String currency, String... headers) {
        Answer answer = api.post("/orders", ApiClient.ORDER.replace("EUR", currency), headers);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.header("Location");
    }

    private void steps(String path, String... steps) {
        for (String step : steps) {
            assertThat(api.step(path, step).status()).as(step).isEqualTo(200);
        }
    }

    /// The answer that has everything that was committed before now.
    private JsonNode stats(String query) {
        Instant asked = Instant.now();
        return await().atMost(SOON)
                .until(
                        () -> {
                            Answer answer = api.get("/stats?" + query);
                            assertThat(answer.status()).as(answer.body()).isIn(200, 503);
                            return answer.json();
                        },
                        found ->
                                found.has("asOf")
                                        && !Instant.parse(found.path("asOf").asString())
                                                .isBefore(asked));
    }

    @Test
    void whatHappenedToOrdersIsInTheSumsOfItsCurrency() {
        String _ = placed("NZD");
        steps(placed("NZD"), "confirm", "pay", "ship", "deliver");
        steps(placed("NZD"), "confirm", "pay", "cancel");
        String changed = placed("NZD", "Idempotency-Key", "stats-1");
        assertThat(placed("NZD", "Idempotency-Key", "stats-1")).isEqualTo(changed);
        assertThat(api.put(changed + "/lines", ApiClient.NEW_LINES).status()).isEqualTo(200);
        steps(changed, "confirm");
        assertThat(api.post(changed + "/pay", "{\"amount\":\"4.50\",\"reference\":\"p\"}").status())
                .isEqualTo(200);

        JsonNode stats = stats("currency=NZD");

        JsonNode total = stats.path("totals").path(0);
        assertThat(stats.path("totals").size()).isEqualTo(1);
        assertThat(total.path("currency").asString()).isEqualTo("NZD");
        assertThat(total.path("placed").asInt()).isEqualTo(4);
        assertThat(total.path("paid").asInt()).isEqualTo(3);
        assertThat(total.path("shipped").asInt()).isEqualTo(1);
        assertThat(total.path("cancelled").asInt()).isEqualTo(1);
        assertThat(total.path("paidAmount").asString()).isEqualTo("56.48");
        assertThat(total.path("refundAmount").asString()).isEqualTo("25.99");
        assertThat(total.path("revenue").asString()).isEqualTo("30.49");
        assertThat(total.at("/placedToShippedSeconds/p95").decimalValue())
                .isBetween(BigDecimal.ZERO, BigDecimal.valueOf(120));
        assertThat(stats.path("products").toString())
                .isEqualTo(
                        "[{\"productId\":\"nut-3\",\"pieces\":3},{\"productId\":\"nut-1\",\"pieces\":2},"
                                + "{\"productId\":\"nut-2\",\"pieces\":1}]");
        int placed = 0;
        for (JsonNode point : stats.path("points")) {
            placed += point.path("placed").asInt();
            Instant at = Instant.parse(point.path("at").asString());
            assertThat(at).isEqualTo(at.truncatedTo(ChronoUnit.MINUTES));
        }
        assertThat(placed).isEqualTo(4);
        assertThat(stats.path("complete").asBoolean()).isFalse(); // the minute is not over
        assertThat(stats("currency=NZD&products=1").path("products").size()).isEqualTo(1);
    }

    @Test
    void aRangeOfThePastIsCompleteAndOneBeforeWhatIsKeptIsNot() {
        Instant hour = Instant.now().truncatedTo(ChronoUnit.HOURS);
        String past = "step=hour&from=" + hour.minusSeconds(7_200) + "&to=" + hour;
        JsonNode stats = stats(past);
        assertThat(stats.path("complete").asBoolean()).isTrue();
        assertThat(stats.path("step").asString()).isEqualTo("hour");
        assertThat(stats.path("to").asString()).isEqualTo(hour.toString());
        JsonNode older = stats("step=hour&from=" + hour.minus(Duration.ofDays(2)) + "&to=" + hour);
        assertThat(older.path("complete").asBoolean()).isFalse();
        assertThat(Instant.parse(older.path("since").asString()))
                .isAfter(hour.minus(Duration.ofDays(1)).minusSeconds(60));
    }

    @Test
    void anOrderIsInTheMinuteInWhichItWasPlacedWhereverTheRangeEnds() {
        String _ = placed("AUD");
        JsonNode point = stats("currency=AUD").path("points").path(0);
        Instant minute = Instant.parse(point.path("at").asString());

        JsonNode with = stats("currency=AUD&from=" + minute + "&to=" + minute.plusSeconds(60));
        JsonNode before = stats("currency=AUD&from=" + minute.minusSeconds(60) + "&to=" + minute);

        assertThat(with.path("points").size()).isEqualTo(1);
        assertThat(before.path("points").size()).isZero();
        assertThat(before.path("totals").size()).isZero();
    }

    @Test
    void wrongParametersAreNamed() {
        wrong("step=second", "step must be minute or hour");
        wrong("from=2026-11-24T09:30:01Z", "from must be a whole minute in UTC");
        wrong("step=hour&to=2026-11-24T09:30:00Z", "to must be a whole hour in UTC");
        wrong("from=today", "from must be an instant like 2026-11-24T09:30:00Z");
        wrong("currency=QQQ", "currency must be a currency of ISO 4217, like EUR");
        wrong("products=101", "products must be a whole number from 0 to 100");
        wrong(
                "from=2026-11-24T09:30:00Z&to=2026-11-24T09:30:00Z",
                "from must be before to, which is 2026-11-24T09:30:00Z");
        wrong(
                "from=2026-11-23T09:29:00Z&to=2026-11-24T09:30:00Z",
                "from must be at most 1440 steps before to, which is 2026-11-24T09:30:00Z");
        wrong(
                "to=-1000000000-01-01T00:00:00Z",
                "to must be from 1970-01-01T00:00:00Z to 9999-12-31T00:00:00Z");
        wrong("x=1", "x is not known; known are [from, to, step, currency, products]");
    }

    private void wrong(String query, String... errors) {
        api.get("/stats?" + query).isProblem(ProblemType.MALFORMED_PARAMETER).withErrors(errors);
    }
}
