package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.FeedClient.Received;
import dev.cobnut.web.problem.ProblemType;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The statistics as a feed. Its connections last a second here, so clients come back all the time.
/// Each test has a currency that no other test uses.
class StatsFeedApiTest extends ApiTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String LAST = "Last-Event-ID";

    private void placed(String currency) {
        assertThat(api.post("/orders", ApiClient.ORDER.replace("EUR", currency)).status())
                .isEqualTo(201);
    }

    /// A client that keeps what the last event of each minute says.
    private final class Dashboard implements AutoCloseable {

        private final String path;
        private final Map<String, JsonNode> minutes = new HashMap<>();
        private FeedClient client;
        private int begun;
        private String position = "";

        Dashboard(String currency, String lastId) throws Exception {
            await().atMost(SOON).until(() -> api.get("/stats").status() == 200);
            path = "/stats/feed?currency=" + currency;
            client = new FeedClient(port(), path, LAST, lastId);
        }

        /// Reads until a state is whole.
        void read() throws Exception {
            while (true) {
                Received event = client.next();
                JsonNode data = event.data();
                switch (event.name()) {
                    case "begin" -> {
                        assertThat(event.id()).as("who is cut off here begins anew").isEmpty();
                        begun++;
                        minutes.clear();
                    }
                    case "minute" -> minutes.put(data.path("at").asString(), data);
                    case "as-of" -> {
                        position = data.path("position").asString();
                        assertThat(event.id()).isEqualTo(position);
                        return;
                    }
                    default -> {
                        assertThat(event.name()).isEqualTo("end");
                        assertThat(data.path("reason").asString()).isEqualTo("renew");
                        client.close();
                        client = new FeedClient(port(), path, LAST, event.id());
                    }
                }
            }
        }

        void readUntilPlaced(int orders) throws Exception {
            while (orders() < orders) {
                read();
            }
        }

        int orders() {
            return minutes.values().stream().mapToInt(one -> one.path("placed").asInt()).sum();
        }

        @Override
        public void close() {
            client.close();
        }
    }

    @Test
    void minutesComeAsTheyChangeAndSayWhatTheStatisticsSay() throws Exception {
        placed("SEK");
        try (Dashboard dashboard = new Dashboard("SEK", "")) {
            dashboard.readUntilPlaced(1);
            placed("SEK");
            placed("CZK");
            dashboard.readUntilPlaced(2);

            assertThat(dashboard.begun).isEqualTo(1);
            JsonNode points = api.get("/stats?currency=SEK").json().path("points");
            assertThat(dashboard.minutes.values()).containsExactlyInAnyOrderElementsOf(points);
        }
    }

    @Test
    void whoComesBackGetsWhatChangedMeanwhile() throws Exception {
        placed("HUF");
        String position;
        try (Dashboard dashboard = new Dashboard("HUF", "")) {
            dashboard.readUntilPlaced(1);
            position = dashboard.position;
        }
        placed("HUF");

        try (Dashboard again = new Dashboard("HUF", position)) {
            again.read();

            assertThat(again.begun).isZero();
            assertThat(again.orders()).isPositive();
        }
    }

    @Test
    void aPositionThatTheSumsDoNotHaveBeginsAnew() throws Exception {
        try (Dashboard dashboard = new Dashboard("ISK", "999999999999999999")) {
            dashboard.read();

            assertThat(dashboard.begun).isEqualTo(1);
            assertThat(dashboard.orders()).isZero();
        }
    }

    @Test
    void whatIsWrongIsSaidBeforeTheStreamBegins() {
        await().atMost(SOON).until(() -> api.get("/stats").status() == 200);

        for (String wrong :
                new String[] {"minutes=0", "minutes=1441", "currency=nuts", "after=1"}) {
            api.get("/stats/feed?" + wrong).isProblem(ProblemType.MALFORMED_PARAMETER);
        }
        api.get("/stats/feed", LAST, "x").isProblem(ProblemType.MALFORMED_HEADER);
        api.get("/stats/feed", "Accept", "application/json").isProblem(ProblemType.NOT_ACCEPTABLE);
    }
}
