package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.api.WebhookReceiver.Arrival;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What tests of webhooks do over HTTP.
final class WebhookCalls {

    static final Duration SOON = Duration.ofMinutes(2);

    /// 32 bytes.
    static final String KEY = "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=";

    private WebhookCalls() {}

    /// Registers a webhook, and tells the receiver its secret.
    ///
    /// @param more further fields, for example `,"types":["OrderPaid"]`
    /// @return its path
    static String register(ApiClient api, WebhookReceiver receiver, String more) {
        Answer answer = api.post("/webhooks", "{\"url\":\"" + receiver.url() + "\"" + more + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        receiver.knows(answer.json().path("secret").asString());
        return answer.header("Location");
    }

    static Answer patch(ApiClient api, String path, String json, String... headers) {
        return write(api, "PATCH", path, json, headers);
    }

    static Answer delete(ApiClient api, String path, String... headers) {
        return write(api, "DELETE", path, null, headers);
    }

    private static Answer write(
            ApiClient api, String method, String path, @Nullable String json, String... headers) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/json";
        return api.send(
                method,
                path,
                json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json),
                all);
    }

    static JsonNode delivery(ApiClient api, String webhook) {
        return api.get(webhook).json().path("delivery");
    }

    /// The events of orders, as the service has them.
    static List<Arrival> events(ApiClient api, List<String> orders) {
        List<Arrival> events = new ArrayList<>();
        for (String order : orders) {
            String subject = "order-" + order.substring("/orders/".length());
            for (JsonNode event : api.get(order + "/events").json().path("events")) {
                events.add(
                        new Arrival(
                                event.path("eventId").asString(),
                                subject,
                                event.path("version").asLong()));
            }
        }
        return events;
    }

    /// Waits until every event of these orders came, each order's in order; other events may have
    /// come, too.
    static void awaitAll(ApiClient api, List<String> orders, WebhookReceiver receiver) {
        List<Arrival> sent = events(api, orders);
        await().atMost(SOON).untilAsserted(() -> assertThat(faults(sent, receiver)).isEmpty());
    }

    private static List<String> faults(List<Arrival> sent, WebhookReceiver receiver) {
        return WebhookReceiver.faults(sent, receiver.arrivals()).stream()
                .filter(fault -> !fault.startsWith("unknown"))
                .toList();
    }
}
