package dev.cobnut.loadtests.containers;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of a running Prometheus.
final class Prometheus implements AutoCloseable {

    private static final Duration ANSWER_MAX = Duration.ofMinutes(1);

    private static final Duration SCRAPED_MAX = Duration.ofMinutes(4);

    private static final Set<String> NOT_SCRAPED = Set.of("CobnutDown", "CobnutNodeDown");

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;

    Prometheus(URI server) {
        this.server = server;
    }

    /// The values of an expression now; without those that are not a number.
    ///
    /// @throws IllegalArgumentException when Prometheus cannot parse it, with its words
    List<Double> values(String expression) throws IOException, InterruptedException {
        JsonNode data = ask("/api/v1/query?query=" + encoded(expression));
        List<Double> values = new ArrayList<>();
        if (data.path("resultType").asString().equals("scalar")) {
            values.add(Double.parseDouble(data.path("result").get(1).asString()));
        } else {
            for (JsonNode series : data.path("result")) {
                values.add(Double.parseDouble(series.path("value").get(1).asString()));
            }
        }
        values.removeIf(value -> value.isNaN());
        return values;
    }

    /// A time in which a load was marked.
    record Region(String simulation, String rate, Instant begin, Instant end) {}

    /// Steps in sequence with a value above zero, as Grafana makes regions of an annotation query.
    List<Region> regions(String expression, Instant from, Instant to, Duration step)
            throws IOException, InterruptedException {
        JsonNode data =
                ask(
                        "/api/v1/query_range?query=%s&start=%d&end=%d&step=%d"
                                .formatted(
                                        encoded(expression),
                                        from.getEpochSecond(),
                                        to.getEpochSecond(),
                                        step.toSeconds()));
        List<Region> regions = new ArrayList<>();
        for (JsonNode series : data.path("result")) {
            JsonNode labels = series.path("metric");
            @Nullable Instant begin = null;
            @Nullable Instant last = null;
            for (JsonNode value : series.path("values")) {
                Instant at = Instant.ofEpochSecond(value.get(0).asLong());
                boolean marked = Double.parseDouble(value.get(1).asString()) > 0;
                if (begin != null && last != null && (!marked || last.plus(step).isBefore(at))) {
                    regions.add(region(labels, begin, last));
                    begin = null;
                }
                if (marked) {
                    begin = begin == null ? at : begin;
                    last = at;
                }
            }
            if (begin != null && last != null) {
                regions.add(region(labels, begin, last));
            }
        }
        return regions;
    }

    private static Region region(JsonNode labels, Instant begin, Instant end) {
        return new Region(
                labels.path("simulation").asString(), labels.path("rate").asString(), begin, end);
    }

    /// Names of the alerts that fire now.
    Set<String> firing() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (JsonNode alert : ask("/api/v1/alerts").path("alerts")) {
            if (alert.path("state").asString().equals("firing")) {
                names.add(alert.path("labels").path("alertname").asString());
            }
        }
        return names;
    }

    /// Names of the alerts that fire at a moment at which every node was scraped. A busy machine
    /// misses a scrape now and then, which fires an alert for a second.
    Set<String> firingWhenScraped() {
        return await().atMost(SCRAPED_MAX)
                .until(this::firing, firing -> Collections.disjoint(firing, NOT_SCRAPED));
    }

    /// Names of all metrics that were scraped.
    Set<String> metricNames() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        ask("/api/v1/label/__name__/values").forEach(name -> names.add(name.asString()));
        return names;
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }

    private JsonNode ask(String path) throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(
                        HttpRequest.newBuilder(server.resolve(path)).timeout(ANSWER_MAX).build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        JsonNode answer = JsonMapper.shared().readTree(response.body());
        if (!answer.path("status").asString().equals("success")) {
            throw new IllegalArgumentException(answer.path("error").asString());
        }
        return answer.path("data");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
