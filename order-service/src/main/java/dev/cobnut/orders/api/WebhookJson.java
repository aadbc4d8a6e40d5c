package dev.cobnut.orders.api;

import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.orders.webhook.Webhook;
import dev.cobnut.orders.webhook.Webhooks;
import dev.cobnut.sink.http.HttpSink.TestDelivery;
import dev.cobnut.web.json.BoundedJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Writes webhooks as the bodies of answers. Only a registration and a rotation show a secret.
final class WebhookJson {

    private WebhookJson() {}

    /// @param secret null to show none
    static byte[] webhook(Webhook webhook, long version, @Nullable String secret) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            write(json, webhook, version);
            if (secret != null) {
                json.writeStringProperty("secret", secret);
            }
            json.writeEndObject();
        });
    }

    static byte[] webhook(Webhook webhook, long version, Webhooks.Delivery delivery) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            write(json, webhook, version);
            write(json, delivery);
            json.writeEndObject();
        });
    }

    static byte[] list(List<Versioned<Webhook>> webhooks) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("webhooks");
            for (Versioned<Webhook> one : webhooks) {
                json.writeStartObject();
                write(json, one.state(), one.version());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    static byte[] retried(int orders) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeNumberProperty("retriedOrders", orders);
            json.writeEndObject();
        });
    }

    static byte[] ping(TestDelivery tested) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeBooleanProperty("delivered", tested.status() / 100 == 2);
            if (tested.status() > 0) {
                json.writeNumberProperty("status", tested.status());
            }
            if (tested.failure() != null) {
                json.writeStringProperty("failure", tested.failure());
            }
            json.writeNumberProperty("milliseconds", tested.took().toMillis());
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, Webhook webhook, long version) {
        json.writeStringProperty("webhookId", webhook.webhookId().toString());
        json.writeStringProperty("url", webhook.url());
        json.writeArrayPropertyStart("types");
        webhook.types().forEach(json::writeString);
        json.writeEndArray();
        if (webhook.customerId() != null) {
            json.writeStringProperty("customerId", webhook.customerId());
        }
        json.writeStringProperty(
                "status", webhook.paused() ? WebhookBodies.PAUSED : WebhookBodies.ACTIVE);
        json.writeNumberProperty("version", version);
        json.writeStringProperty("registeredAt", webhook.registeredAt().toString());
        if (webhook.secrets().size() > 1) {
            json.writeStringProperty(
                    "formerSecretUntil", String.valueOf(webhook.secrets().getLast().until()));
        }
    }

    private static void write(JsonGenerator json, Webhooks.Delivery delivery) {
        json.writeObjectPropertyStart("delivery");
        json.writeNumberProperty("position", delivery.position());
        json.writeNumberProperty("behind", delivery.behind());
        json.writeBooleanProperty("runsHere", delivery.isHere());
        if (delivery.lastFailureAt() != null && delivery.lastFailure() != null) {
            json.writeObjectPropertyStart("lastFailure");
            json.writeStringProperty("at", delivery.lastFailureAt().toString());
            json.writeStringProperty("reason", delivery.lastFailure());
            json.writeEndObject();
        }
        json.writeNumberProperty("parkedOrders", delivery.parkedOrders());
        json.writeArrayPropertyStart("parked");
        for (ParkedStream parked : delivery.parked()) {
            json.writeStartObject();
            json.writeStringProperty("orderId", parked.stream().id());
            json.writeNumberProperty("version", parked.version());
            json.writeStringProperty("type", parked.event().type());
            json.writeStringProperty("eventId", parked.event().id().toString());
            json.writeNumberProperty("attempts", parked.attempts());
            json.writeStringProperty("failure", parked.failure());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
