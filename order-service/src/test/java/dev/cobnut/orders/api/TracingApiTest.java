package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.ApiClient.Answer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service with `cobnut.tracing.enabled=true`, over HTTP, and the spans that it makes.
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cobnut.tracing.enabled=true",
            "cobnut.hazelcast.cluster-name=tracing",
            "cobnut.orders.cancel-unpaid-after=1s",
            "management.tracing.sampling.probability=0",
            "management.opentelemetry.tracing.export.schedule-delay=50ms"
        })
@Import(TracingApiTest.InMemory.class)
class TracingApiTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CLIENTS_SPAN = "00f067aa0ba902b7";

    /// A span and those below it, as `parent > name`.
    private static final List<String> TREE =
            List.of(
                    "client > http post /orders",
                    "http post /orders > command PlaceOrder",
                    "command PlaceOrder > group commit",
                    "command PlaceOrder > write to the maps",
                    "command PlaceOrder > delivery OrderPlaced",
                    "delivery OrderPlaced > projection",
                    "command PlaceOrder > handle unpaid-orders");

    @TempDir static Path data;

    @LocalServerPort private int port;

    @Autowired
    @SuppressWarnings("NullAway.Init") // injected
    private InMemorySpanExporter spans;

    @TestConfiguration(proxyBeanMethods = false)
    static class InMemory {

        @Bean
        InMemorySpanExporter inMemorySpans() {
            return InMemorySpanExporter.create();
        }
    }

    @DynamicPropertySource
    static void folders(DynamicPropertyRegistry properties) {
        properties.add("cobnut.data", data::toString);
        properties.add("cobnut.tracing.file", () -> data.resolve("traces/spans.jsonl").toString());
    }

    private static String freshTrace() {
        return "%016x%016x"
                .formatted(
                        ThreadLocalRandom.current().nextLong() | 1,
                        ThreadLocalRandom.current().nextLong());
    }

    private Answer place(String trace, String flags) {
        Answer placed =
                ApiClient.on(port)
                        .post(
                                "/orders",
                                ApiClient.ORDER,
                                "traceparent",
                                "00-" + trace + "-" + CLIENTS_SPAN + "-" + flags);
        assertThat(placed.status()).as(placed.body()).isEqualTo(201);
        return placed;
    }

    private List<SpanData> of(String trace) {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getTraceId().equals(trace))
                .toList();
    }

    private Set<String> tree(String trace) {
        List<SpanData> all = of(trace);
        return all.stream()
                .map(span ->
                        all.stream()
                                        .filter(one ->
                                                one.getSpanId().equals(span.getParentSpanId()))
                                        .map(SpanData::getName)
                                        .findFirst()
                                        .orElse(
                                                span.getParentSpanId().equals(CLIENTS_SPAN)
                                                        ? "client"
                                                        : "?")
                                + " > "
                                + span.getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void oneTraceGoesFromTheRequestToTheViewsAndTheHandlers() {
        String trace = freshTrace();
        place(trace, "01");

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(tree(trace)).containsAll(TREE));
        for (SpanData span : of(trace)) {
            assertThat(span.getEndEpochNanos())
                    .as(span.getName())
                    .isGreaterThanOrEqualTo(span.getStartEpochNanos());
        }
        SpanData commit =
                of(trace).stream()
                        .filter(span -> span.getName().equals("group commit"))
                        .findFirst()
                        .orElseThrow();
        assertThat(commit.getAttributes().get(AttributeKey.longKey("cobnut.group.commands")))
                .isPositive();
    }

    @Test
    void whatIsNotSampledMakesNoSpan() {
        String quiet = freshTrace();
        place(quiet, "00");
        String loud = freshTrace();
        place(loud, "01");

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(tree(loud)).contains("delivery OrderPlaced > projection"));
        assertThat(of(quiet)).isEmpty();
    }

    @Test
    void onlyTraceparentNamesTheTraceOfTheClient() {
        String trace = freshTrace();

        Answer placed =
                ApiClient.on(port)
                        .post("/orders", ApiClient.ORDER, "b3", trace + "-" + CLIENTS_SPAN + "-1");

        assertThat(placed.status()).as(placed.body()).isEqualTo(201);
        assertThat(placed.header("X-Correlation-Id")).hasSize(32).isNotEqualTo(trace);
    }

    @Test
    void theTraceShowsTheFeedOnceHoweverManyFollow() throws Exception {
        String quiet = freshTrace();
        String loud = freshTrace();
        try (FeedClient one = new FeedClient(port, "/orders/feed");
                FeedClient two = new FeedClient(port, "/orders/feed")) {
            place(quiet, "00");
            place(loud, "01");
            String last = place(freshTrace(), "00").header("Location");
            for (FeedClient client : List.of(one, two)) {
                // What came before was told to the tracer then.
                while (!client.next()
                        .data()
                        .path("subject")
                        .asString()
                        .endsWith(last.substring(8))) {
                    assertThat(client.isOver()).isFalse();
                }
            }

            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(tree(loud))
                                    .contains("command PlaceOrder > feed OrderPlaced"));
            assertThat(of(loud))
                    .filteredOn(span -> span.getName().equals("feed OrderPlaced"))
                    .hasSize(1);
            assertThat(of(quiet)).isEmpty();
        }
    }

    @Test
    void theCommandOfAProcessIsInTheTraceOfTheEventThatItFollowsFrom() {
        String trace = freshTrace();
        place(trace, "01");

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(tree(trace))
                                .contains(
                                        "command ExpireOrder > group commit",
                                        "command ExpireOrder > delivery OrderCancelled")
                                .noneMatch(edge -> edge.startsWith("?")));
    }

    @Test
    void aFileHasTheSpansAsLinesOfJson() {
        String trace = freshTrace();
        place(trace, "01");

        await().atMost(PATIENCE)
                .untilAsserted(() -> {
                    Set<String> names = new TreeSet<>();
                    for (String line : Files.readAllLines(data.resolve("traces/spans.jsonl"))) {
                        JsonNode batch = JsonMapper.shared().readTree(line);
                        for (JsonNode span : batch.findValues("spans")) {
                            span.forEach(one -> {
                                if (one.path("traceId").asString().equals(trace)) {
                                    names.add(one.path("name").asString());
                                }
                            });
                        }
                    }
                    assertThat(names).contains("http post /orders", "projection");
                });
    }

    /// OpenMetrics has examples; the older format of Prometheus has no place for them. A histogram
    /// takes one in a while, and misses others.
    @Test
    void theHistogramsNameAnExampleOfATrace() throws Exception {
        try (FeedClient _ = new FeedClient(port, "/orders/feed")) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> {
                        place(freshTrace(), "01");
                        List<String> examples =
                                metrics("application/openmetrics-text")
                                        .lines()
                                        .filter(line -> line.contains("trace_id="))
                                        .toList();
                        for (String name :
                                List.of(
                                        "cobnut_view_lag_seconds",
                                        "feed_lag_seconds",
                                        "http_server_requests_seconds")) {
                            assertThat(examples)
                                    .anyMatch(line -> line.startsWith(name + "_bucket"));
                        }
                    });
        }
        assertThat(metrics("text/plain")).doesNotContain("trace_id");
    }

    private String metrics(String format) {
        return ApiClient.on(port).get("/actuator/prometheus", "Accept", format).body();
    }

    @Test
    void aCorrelationIdThatIsMadeIsTheIdOfTheTrace() {
        String trace = freshTrace();

        assertThat(place(trace, "01").header("X-Correlation-Id")).isEqualTo(trace);
        assertThat(place(trace, "00").header("X-Correlation-Id")).isEqualTo(trace);
        assertThat(
                        ApiClient.on(port)
                                .get("/nowhere", "X-Correlation-Id", "basket-7")
                                .header("X-Correlation-Id"))
                .isEqualTo("basket-7");
    }
}
