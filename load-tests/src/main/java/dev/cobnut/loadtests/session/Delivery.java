package dev.cobnut.loadtests.session;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The delivery of a running service, by its actuator: held back, let go, slowed down, watched.
final class Delivery implements AutoCloseable {

    /// The plugin that brings the endpoint `sink`.
    static final String SINK_PLUGIN = "slow-sink";

    private static final Duration CALL_MAX = Duration.ofSeconds(10);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CALL_MAX)
                    .build();
    private final URI service;

    Delivery(URI service) {
        this.service = service;
    }

    void hold() throws IOException, InterruptedException {
        answered("outbox", post("outbox", "{\"paused\":true}"));
    }

    void release() throws IOException, InterruptedException {
        answered("outbox", post("outbox", "{\"paused\":false}"));
    }

    /// @param perSecond events that may leave; 0 for no limit
    void limit(double perSecond) throws IOException, InterruptedException {
        HttpResponse<String> response =
                post("sink", "{\"perSecond\":%s}".formatted(number(perSecond)));
        if (response.statusCode() == 404) {
            throw new SessionException(
                    "The service has no endpoint /actuator/sink: the variant needs the plugin "
                            + SINK_PLUGIN
                            + " for a window with sinkPerSecond.");
        }
        answered("sink", response);
    }

    /// Committed events that are not delivered yet.
    long undelivered() throws IOException, InterruptedException {
        return JSON.readTree(
                        answered(
                                "outbox",
                                http.send(
                                        request("outbox").GET().build(), BodyHandlers.ofString())))
                .path("undelivered")
                .asLong();
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }

    private HttpResponse<String> post(String endpoint, String body)
            throws IOException, InterruptedException {
        return http.send(
                request(endpoint)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String endpoint) {
        return HttpRequest.newBuilder(service.resolve("/actuator/" + endpoint)).timeout(CALL_MAX);
    }

    /// 204 is an answer, too: an operation without a result.
    private static String answered(String endpoint, HttpResponse<String> response)
            throws IOException {
        if (response.statusCode() / 100 != 2) {
            JsonNode body = JSON.readTree(response.body().isBlank() ? "{}" : response.body());
            throw new SessionException(
                    "/actuator/%s answered %d: %s"
                            .formatted(endpoint, response.statusCode(), body));
        }
        return response.body();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
