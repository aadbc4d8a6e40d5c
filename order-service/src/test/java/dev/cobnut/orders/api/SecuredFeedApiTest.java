package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.web.feed.FeedAnswer;
import dev.cobnut.web.problem.ProblemType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.context.TestPropertySource;

/// A customer's token follows its own orders only.
@TestPropertySource(
        properties = {
            "cobnut.feed.connections-per-caller-max=2",
            "cobnut.stats.feeds-max=2",
            "cobnut.stats.feeds-per-caller-max=1",
            "cobnut.feed.heartbeat=100ms",
            "cobnut.hazelcast.cluster-name=secured-feed"
        })
class SecuredFeedApiTest extends SecuredApiTest {

    private static final String FEED = "/orders/feed";
    private static final String TOKEN = "Authorization";

    @Test
    void aCustomerFollowsItsOwnOrdersWithoutAskingAndNoOthers() throws Exception {
        String ada = ISSUER.customer("ada", SCOPES);
        String bob = ISSUER.customer("bob", SCOPES);
        try (FeedClient adas = new FeedClient(port(), FEED, TOKEN, ada);
                FeedClient adasAsked =
                        new FeedClient(port(), FEED + "?customerId=ada", TOKEN, ada)) {
            String bobs = placed("bob", bob);
            String own = placed("ada", ada);

            for (FeedClient client : new FeedClient[] {adas, adasAsked}) {
                assertThat(client.next().data().path("subject").asString())
                        .isEqualTo("order-" + own.substring("/orders/".length()));
                assertThat(client.poll()).isNull();
            }
            api.get(FEED + "?customerId=bob", TOKEN, ada).isProblem(ProblemType.FORBIDDEN);
            api.get(bobs + "/feed", TOKEN, ada).isProblem(OrderAnswers.ORDER_NOT_FOUND);
            api.get(bobs + "/feed?after=0", TOKEN, ada).isProblem(OrderAnswers.ORDER_NOT_FOUND);

            assertThat(
                            api.get(FEED, TOKEN, ada)
                                    .isProblem(FeedAnswer.TOO_MANY)
                                    .header("Retry-After"))
                    .isEqualTo("5");
            try (FeedClient others = new FeedClient(port(), FEED, TOKEN, bob)) {
                await().atMost(Duration.ofMinutes(2)).until(() -> !others.lastId().isEmpty());
            }
        }
    }

    /// A position is one of the whole journal, so everybody can name one.
    @ParameterizedTest
    @CsvSource({
        "mia, '', 0",
        "mio, ?after=0, ''",
        "max, ?type=OrderPlaced&after=1, ''",
        "moe, ?customerId=moe&type=OrderPlaced, 1"
    })
    void aFeedThatGoesOnFromAnywhereHasNoOrdersOfOthers(
            String customer, String query, String lastEventId) throws Exception {
        String token = ISSUER.customer(customer, SCOPES);
        String other = ISSUER.customer("other", SCOPES);
        placed("other", other);
        String first = placed(customer, token);
        placed("other", other);
        String second = placed(customer, token);
        String[] headers =
                lastEventId.isEmpty()
                        ? new String[] {TOKEN, token}
                        : new String[] {TOKEN, token, "Last-Event-ID", lastEventId};
        try (FeedClient client = new FeedClient(port(), FEED + query, headers)) {
            placed("other", other);
            String third = placed(customer, token);
            for (String own : new String[] {first, second, third}) {
                assertThat(client.next().data().path("subject").asString())
                        .isEqualTo("order-" + own.substring("/orders/".length()));
            }
        }
    }

    @Test
    void theStartPageIsOpenAndAsksForTheToken() {
        assertThat(api.get("/").status()).isEqualTo(200);
        api.get(FEED).isProblem(ProblemType.UNAUTHENTICATED);
    }

    @Test
    void theFeedOfTheStatisticsIsForWhoSeesAllOrdersAndNoCallerTakesAllThereAre() throws Exception {
        String path = "/stats/feed";
        String operator = ISSUER.operator();
        api.get(path).isProblem(ProblemType.UNAUTHENTICATED);
        api.get(path, TOKEN, ISSUER.customer("ada", SCOPES)).isProblem(ProblemType.FORBIDDEN);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> api.get("/stats", TOKEN, operator).status() == 200);

        try (FeedClient _ = new FeedClient(port(), path, TOKEN, operator)) {
            assertThat(
                            api.get(path, TOKEN, operator)
                                    .isProblem(FeedAnswer.TOO_MANY)
                                    .header("Retry-After"))
                    .isEqualTo("5");
            try (FeedClient _ = new FeedClient(port(), path, TOKEN, operator("second"))) {
                assertThat(
                                api.get(path, TOKEN, operator("third"))
                                        .isProblem(ProblemType.UNAVAILABLE)
                                        .header("Retry-After"))
                        .isEqualTo("5");
            }
        }
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> new FeedClient(port(), path, TOKEN, operator).close());
    }

    private static String operator(String subject) {
        return "Bearer "
                + ISSUER.token(claims ->
                        claims.subject(subject).claim("scope", "orders:read orders:admin"));
    }

    private String placed(String customer, String token) {
        var answer = api.post("/orders", ApiClient.orderOf(customer), TOKEN, token);
        assertThat(answer.status()).isEqualTo(201);
        return answer.header("Location");
    }
}
