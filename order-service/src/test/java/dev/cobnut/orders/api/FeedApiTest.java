package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.FeedClient.Received;
import dev.cobnut.web.feed.FeedAnswer;
import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// The live feed over HTTP. The service has room for two requests only, so feeds are none.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.http.in-flight-max=2",
            "cobnut.feed.heartbeat=100ms",
            "cobnut.feed.connections-max=6",
            "cobnut.feed.buffer-bytes=128KB"
        })
@Import(FeedApiTest.SmallSendBuffers.class)
class FeedApiTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String FEED = "/orders/feed";

    @SuppressWarnings("NullAway.Init") // before all tests
    @TempDir
    private static Path folder;

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    private ApiClient api;

    /// What a client does not read stays in the service, as it does for clients far away.
    @TestConfiguration(proxyBeanMethods = false)
    static class SmallSendBuffers {

        @Bean
        TomcatConnectorCustomizer smallSendBuffers() {
            return connector -> connector.setProperty("socket.txBufSize", "8192");
        }
    }

    @DynamicPropertySource
    static void dataFolder(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", folder::toString);
    }

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
        await().atMost(SOON).until(() -> metric("feed_clients") == 0);
    }

    @Test
    void anOrderIsSeenLiveStepByStep() throws Exception {
        try (FeedClient all = new FeedClient(port, FEED)) {
            assertThat(all.response().headers().firstValue("Content-Type"))
                    .hasValue("text/event-stream");
            assertThat(all.response().headers().firstValue("Cache-Control")).hasValue("no-store");
            String path = api.placedAnd("confirm", "pay");

            Received placed = all.next();
            assertThat(placed.name()).isEqualTo("OrderPlaced");
            assertThat(placed.data().path("specversion").asString()).isEqualTo("1.0");
            assertThat(placed.data().path("subject").asString())
                    .isEqualTo("order-" + path.substring("/orders/".length()));
            assertThat(Long.parseLong(placed.data().path("sequence").asString()))
                    .isEqualTo(Long.parseLong(placed.id()));
            assertThat(placed.data().at("/data/customerId").asString()).isEqualTo("ada");
            assertThat(List.of(all.next().name(), all.next().name()))
                    .containsExactly("OrderConfirmed", "OrderPaid");
            assertThat(all.retry()).matches("[0-9]+");
        }
    }

    @Test
    void aCustomersFeedHasAllEventsOfTheirOrdersAndNoOthers() throws Exception {
        String early = placedBy("bob");
        try (FeedClient bobs = new FeedClient(port, FEED + "?customerId=bob");
                FeedClient paid = new FeedClient(port, FEED + "?type=OrderPaid,OrderShipped")) {
            String others = api.placed();
            for (String step : new String[] {"confirm", "pay"}) {
                assertThat(api.step(others, step).status()).isEqualTo(200);
                assertThat(api.step(early, step).status()).isEqualTo(200);
            }

            assertThat(subjects(bobs, 2)).containsOnly(subject(early));
            assertThat(subjects(paid, 2)).containsExactly(subject(others), subject(early));
            assertThat(bobs.poll()).isNull();
        }
    }

    @Test
    void theFeedOfAnOrderHasItsHistoryAndGoesOn() throws Exception {
        String path = api.placedAnd("confirm");
        String other = api.placed();
        try (FeedClient order = new FeedClient(port, path + "/feed?after=0")) {
            assertThat(api.step(other, "confirm").status()).isEqualTo(200);
            assertThat(api.step(path, "pay").status()).isEqualTo(200);

            assertThat(names(order, 3))
                    .containsExactly("OrderPlaced", "OrderConfirmed", "OrderPaid");
        }
        try (FeedClient fromNow = new FeedClient(port, path + "/feed")) {
            assertThat(api.step(path, "ship").status()).isEqualTo(200);
            assertThat(names(fromNow, 1)).containsExactly("OrderShipped");
        }
    }

    @Test
    void whoComesBackGetsWhatWasMissedWithTheHeaderOrTheParameter() throws Exception {
        String path;
        String last;
        try (FeedClient first = new FeedClient(port, FEED)) {
            path = api.placed();
            last = first.next().id();
        }
        for (String step : new String[] {"confirm", "pay"}) {
            assertThat(api.step(path, step).status()).isEqualTo(200);
        }
        try (FeedClient byHeader = new FeedClient(port, FEED, "Last-Event-ID", last);
                FeedClient byParameter = new FeedClient(port, FEED + "?after=" + last);
                FeedClient headerWins =
                        new FeedClient(port, FEED + "?after=0", "Last-Event-ID", last);
                FeedClient emptyHeader =
                        new FeedClient(port, FEED + "?after=" + last, "Last-Event-ID", "")) {
            for (FeedClient client : List.of(byHeader, byParameter, headerWins, emptyHeader)) {
                assertThat(names(client, 2)).containsExactly("OrderConfirmed", "OrderPaid");
            }
        }
    }

    @Test
    void aHeartbeatMovesThePositionOfAClientThatNothingConcerns() throws Exception {
        try (FeedClient idle = new FeedClient(port, FEED + "?customerId=nobody")) {
            await().atMost(SOON).until(() -> !idle.lastId().isEmpty());
            long begin = Long.parseLong(idle.lastId());

            api.placed();

            await().atMost(SOON).until(() -> Long.parseLong(idle.lastId()) == begin + 1);
            assertThat(idle.poll()).isNull();
        }
    }

    @Test
    void mistakesAreProblems() {
        String end = Long.toString(Long.MAX_VALUE / 100);
        api.get(FEED, "Last-Event-ID", end).isProblem(FeedAnswer.POSITION);
        api.get(FEED + "?after=" + end).isProblem(FeedAnswer.POSITION);
        for (String wrong : new String[] {"x", "-1", "1234567890123456789", "1.0"}) {
            api.get(FEED, "Last-Event-ID", wrong).isProblem(ProblemType.MALFORMED_HEADER);
        }
        api.get(FEED + "?type=Order&after=-1&customerId=&x=1")
                .isProblem(ProblemType.MALFORMED_PARAMETER)
                .withErrors(
                        "x is not known; known are [customerId, type, after]",
                        "type must be one or several of [LinesChanged, OrderCancelled, OrderConfirmed, OrderDelivered, OrderPaid, OrderPlaced, OrderShipped], separated by commas",
                        "after must be a whole number from 0",
                        "customerId must not be blank");
        api.get(FEED, "Accept", "application/json").isProblem(ProblemType.NOT_ACCEPTABLE);
        api.get(FEED, "Accept", "text/event-stream;q=0, */*").isProblem(ProblemType.NOT_ACCEPTABLE);
        api.post(FEED, "{}").isProblem(ProblemType.METHOD_NOT_ALLOWED);
        api.get("/orders/x/feed").isProblem(OrderAnswers.MALFORMED_ORDER_ID);
        api.get("/orders/019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55/feed")
                .isProblem(OrderAnswers.ORDER_NOT_FOUND);
        assertThat(
                        api.send("HEAD", FEED, java.net.http.HttpRequest.BodyPublishers.noBody())
                                .status())
                .isEqualTo(200);
        assertThat(metric("feed_clients")).isZero();
    }

    @Test
    void feedsHaveALimitOfTheirOwnAndAreNoRequestsInTheService() throws Exception {
        List<FeedClient> clients = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            clients.add(new FeedClient(port, FEED));
        }
        api.placed();
        assertThat(metric("http_in_flight")).isZero();
        assertThat(api.get(FEED).isProblem(ProblemType.UNAVAILABLE).header("Retry-After"))
                .isEqualTo("5");

        clients.removeFirst().close();

        await().atMost(SOON).until(() -> metric("feed_clients") == 5);
        clients.add(new FeedClient(port, FEED));
        for (FeedClient client : clients) {
            client.close();
        }
    }

    @Test
    void whoDoesNotReadIsToldAndCutOffAndTheOthersGoOn() throws Exception {
        double before = metric("feed_cut_off_total");
        int orders = 0;
        try (FeedClient quick = new FeedClient(port, FEED);
                Socket slow = new Socket()) {
            slow.setReceiveBufferSize(4_096);
            slow.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            slow.setSoTimeout(Math.toIntExact(SOON.toMillis()));
            slow.getOutputStream()
                    .write(
                            "GET /orders/feed HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            await().atMost(SOON).until(() -> metric("feed_clients") == 2);
            while (metric("feed_cut_off_total") == before && orders < 1_000) {
                assertThat(api.post("/orders", largeOrder()).status()).isEqualTo(201);
                orders++;
                assertThat(quick.next().name()).isEqualTo("OrderPlaced");
            }

            String told = untilEnd(slow);
            assertThat(told).contains("\nevent: end\n").contains("\"reason\":\"too-slow\"");
            String resume = told.replaceAll("(?s).*\"position\":([0-9]+).*", "$1");
            assertThat(told).contains("\nid: " + resume + "\nevent: OrderPlaced\n");
            int got = told.split("event: OrderPlaced\n", -1).length - 1;
            try (FeedClient back = new FeedClient(port, FEED, "Last-Event-ID", resume)) {
                List<String> rest = names(back, orders - got);
                assertThat(rest).containsOnly("OrderPlaced");
                assertThat(back.poll()).isNull();
            }
        }
    }

    private static String untilEnd(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] bytes = new byte[8_192];
        while (!text.toString().endsWith("\r\n0\r\n\r\n")) {
            int read = socket.getInputStream().read(bytes);
            if (read < 0) {
                break;
            }
            // Chunks of HTTP would stand between; their heads are lines of hexadecimal digits.
            text.append(new String(bytes, 0, read, StandardCharsets.UTF_8));
        }
        return text.toString().replaceAll("\r\n[0-9a-f]+\r\n", "");
    }

    private static String largeOrder() {
        String lines =
                IntStream.range(0, 90)
                        .mapToObj(
                                "{\"productId\":\"nut-%d\",\"quantity\":1,\"unitPrice\":\"1.00\"}"
                                        ::formatted)
                        .collect(Collectors.joining(","));
        return ApiClient.ORDER.replaceAll("(?s)\"lines\":\\[.*?\\]", "\"lines\":[" + lines + "]");
    }

    private String placedBy(String customer) {
        var answer = api.post("/orders", ApiClient.orderOf(customer));
        assertThat(answer.status()).isEqualTo(201);
        return answer.header("Location");
    }

    private static String subject(String path) {
        return "order-" + path.substring("/orders/".length());
    }

    private static List<String> subjects(FeedClient client, int count) throws Exception {
        List<String> subjects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            subjects.add(client.next().data().path("subject").asString());
        }
        return subjects;
    }

    private static List<String> names(FeedClient client, int count) throws Exception {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(client.next().name());
        }
        return names;
    }

    private double metric(String name) {
        return api.get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
