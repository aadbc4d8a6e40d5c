package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.web.problem.ProblemType;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// An order as it was.
class OrderPastApiTest extends ApiTest {

    @Test
    void everyVersionIsTheAnswerThatItsCommandHad() {
        String path = api.placed();
        Answer placed = api.get(path);
        Answer confirmed = api.step(path, "confirm");
        Answer paid = api.step(path, "pay");

        assertThat(api.get(path + "?version=1").body()).isEqualTo(placed.body());
        Answer second = api.get(path + "?version=2");
        assertThat(second.body()).isEqualTo(confirmed.body());
        assertThat(second.header("ETag")).isEqualTo("\"2\"");
        assertThat(api.get(path + "?version=3").body()).isEqualTo(paid.body());
        assertThat(api.get(path + "?version=2", "If-None-Match", "\"2\"").status()).isEqualTo(304);
        api.get(path + "?version=4")
                .isProblem(OrderAnswers.NO_SUCH_VERSION)
                .saying("The order is at version 3.");
    }

    @Test
    void anInstantShowsTheOrderAfterItsLastEventBefore() {
        String path = api.placedAnd("confirm", "pay");
        JsonNode events = api.get(path + "/events").json().path("events");

        for (JsonNode event : events) {
            Answer then = api.get(path + "?at=" + event.path("at").asString());
            assertThat(then.json().path("version").asInt())
                    .isEqualTo(lastAt(events, event.path("at").asString()));
        }
        Instant placed = Instant.parse(events.path(0).path("at").asString());
        api.get(path + "?at=" + placed.minusNanos(1_000))
                .isProblem(OrderAnswers.NO_SUCH_VERSION)
                .saying("The order was placed later.");
        assertThat(api.get(path + "?at=9999-12-31T23:59:59Z").json().path("version").asInt())
                .isEqualTo(3);
    }

    @Test
    void wrongPointsInTimeAreNamed() {
        String path = api.placed();

        for (String wrong :
                new String[] {
                    "version=0",
                    "version=-1",
                    "version=x",
                    "at=yesterday",
                    "at=2026-13-01T00:00:00Z",
                    "version=1&at=2026-11-24T09:30:00Z",
                    "when=now"
                }) {
            api.get(path + "?" + wrong).isProblem(ProblemType.MALFORMED_PARAMETER);
        }
        String unknown = "/orders/" + UUID.randomUUID();
        api.get(unknown + "?version=1").isProblem(OrderAnswers.ORDER_NOT_FOUND);
        api.get(unknown + "?at=2026-11-24T09:30:00Z").isProblem(OrderAnswers.ORDER_NOT_FOUND);
    }

    private static int lastAt(JsonNode events, String at) {
        Instant last = Instant.parse(at);
        int version = 0;
        for (JsonNode event : events) {
            if (Instant.parse(event.path("at").asString()).isAfter(last)) {
                break;
            }
            version = event.path("version").asInt();
        }
        return version;
    }
}
