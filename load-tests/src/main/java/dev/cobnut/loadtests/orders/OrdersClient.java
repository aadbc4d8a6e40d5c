package dev.cobnut.loadtests.orders;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client of one order service. Thread-safe. Calls block and end after [#ANSWER_MAX] at the
/// latest.
///
/// It does not repeat commands by itself.
public final class OrdersClient implements AutoCloseable {

    /// Time limit of an answer.
    public static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(ANSWER_MAX)
                    .build();
    private final URI service;

    public OrdersClient(URI service) {
        this.service = service;
    }

    /// @throws IOException when there is no answer; the effect of the command is then unknown
    public Answer send(CommandRequest command) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(command.kind().path(command.orderId()))
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", command.key())
                        .method(
                                command.kind().method(),
                                HttpRequest.BodyPublishers.ofString(command.body()));
        if (command.ifMatch() != null) {
            request.header("If-Match", "\"" + command.ifMatch() + "\"");
        }
        return answer(request.build());
    }

    /// An order; empty when it does not exist.
    public Optional<JsonNode> order(String orderId) throws IOException, InterruptedException {
        return read("/orders/" + orderId);
    }

    /// The events of an order from version 1; none when the order does not exist.
    public List<JsonNode> events(String orderId) throws IOException, InterruptedException {
        List<JsonNode> events = new ArrayList<>();
        String path = "/orders/" + orderId + "/events";
        Optional<JsonNode> page = read(path);
        while (page.isPresent()) {
            page.get().path("events").forEach(events::add);
            JsonNode next = page.get().path("next");
            page = next.isNumber() ? read(path + "?after=" + next.asLong()) : Optional.empty();
        }
        return events;
    }

    /// The view of a customer's orders.
    public List<JsonNode> ordersOf(String customerId) throws IOException, InterruptedException {
        List<JsonNode> orders = new ArrayList<>();
        String query = URLEncoder.encode(customerId, StandardCharsets.UTF_8);
        read("/orders?customerId=" + query)
                .ifPresent(page -> page.path("orders").forEach(orders::add));
        return orders;
    }

    /// The first sample of a metric at `/actuator/prometheus`.
    ///
    /// @param sample name with labels that the sample must have, `name{label="value"}`
    public OptionalDouble metric(String sample) throws IOException, InterruptedException {
        String page = answer(request("/actuator/prometheus").GET().build()).body();
        return PrometheusText.first(page, sample);
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }

    private Optional<JsonNode> read(String path) throws IOException, InterruptedException {
        Answer answer = answer(request(path).GET().build());
        return switch (answer.status()) {
            case 200 -> Optional.of(JSON.readTree(answer.body()));
            case 404 -> Optional.empty();
            default ->
                    throw new IOException(
                            "GET %s: %d %s".formatted(path, answer.status(), answer.body()));
        };
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(service.resolve(path)).timeout(ANSWER_MAX);
    }

    private Answer answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        return new Answer(response.statusCode(), response.body());
    }
}
