package dev.cobnut.loadtests.service;

import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.lab.session.DeliveryControl;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Controls the delivery of a running order service through its actuator.
final class OutboxDelivery implements DeliveryControl {

    /// The plugin that provides the endpoint `sink`.
    static final String SINK_PLUGIN = "slow-sink";

    private static final Duration CALL_MAX = Duration.ofSeconds(10);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CALL_MAX)
                    .build();
    private final ServiceProcess service;

    OutboxDelivery(ServiceProcess service) {
        this.service = service;
    }

    void hold() throws IOException, InterruptedException {
        answered("outbox", post("outbox", "{\"paused\":true}"));
    }

    @Override
    public void fill(long events, String name) throws IOException, InterruptedException {
        new OrderBacklog(service, this).fill(events, name);
    }

    @Override
    public void release() throws IOException, InterruptedException {
        answered("outbox", post("outbox", "{\"paused\":false}"));
    }

    @Override
    public void limit(double perSecond) throws IOException, InterruptedException {
        HttpResponse<String> response =
                post("sink", "{\"perSecond\":%s}".formatted(number(perSecond)));
        if (response.statusCode() == 404) {
            throw new IOException(
                    "The service has no endpoint /actuator/sink: the variant needs the plugin "
                            + SINK_PLUGIN
                            + " for a window with sinkPerSecond.");
        }
        answered("sink", response);
    }

    @Override
    public long undelivered() throws IOException, InterruptedException {
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
        return HttpRequest.newBuilder(service.uri().resolve("/actuator/" + endpoint))
                .timeout(CALL_MAX);
    }

    /// 204 is also a success: an operation without a result.
    private static String answered(String endpoint, HttpResponse<String> response)
            throws IOException {
        if (response.statusCode() / 100 != 2) {
            JsonNode body = JSON.readTree(response.body().isBlank() ? "{}" : response.body());
            throw new IOException(
                    "/actuator/%s answered %d: %s"
                            .formatted(endpoint, response.statusCode(), body));
        }
        return response.body();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
