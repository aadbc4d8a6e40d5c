package dev.cobnut.orders.api;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.orders.domain.Money;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.orders.view.OrderQueries.Found;
import dev.cobnut.orders.view.OrderQueries.Page;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Writes orders and events as the bodies of answers. Amounts are strings with exactly the
/// currency's decimals. Times are ISO 8601 in UTC. A step that has not happened is left out.
final class OrderJson {

    private OrderJson() {}

    static byte[] order(Order order, long version) {
        return BoundedJson.write(json -> write(json, order, version));
    }

    /// `{"orders":[…],"next":<order id or null>}`
    static byte[] page(Page page) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("orders");
            for (Found found : page.orders()) {
                write(json, found.order(), found.version());
            }
            json.writeEndArray();
            json.writeStringProperty("next", page.next());
            json.writeEndObject();
        });
    }

    /// `{"events":[{"version","type","at","eventId","data"}…],"next":<version>}`
    ///
    /// @param next last version of the page when more events follow; null leaves it out
    static byte[] events(List<RecordedEvent> events, @Nullable Long next) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("events");
            for (RecordedEvent event : events) {
                write(json, event);
            }
            json.writeEndArray();
            if (next != null) {
                json.writeNumberProperty("next", next);
            }
            json.writeEndObject();
        });
    }

    /// `{"currency","total"}` of an order that was only checked.
    static byte[] validated(PlaceOrder order) {
        return BoundedJson.write(json -> {
            json.writeStartObject();
            json.writeStringProperty("currency", order.currency().getCurrencyCode());
            write(json, "total", Money.total(order.lines()));
            json.writeEndObject();
        });
    }

    /// The payload is written in its stored form.
    private static void write(JsonGenerator json, RecordedEvent event) {
        json.writeStartObject();
        json.writeNumberProperty("version", event.version());
        json.writeStringProperty("type", event.type());
        write(json, "at", event.metadata().time());
        json.writeStringProperty("eventId", event.id().toString());
        json.writeName("data");
        json.writeRawValue(event.payload().asUtf8());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Order order, long version) {
        json.writeStartObject();
        json.writeStringProperty("orderId", order.orderId().toString());
        json.writeStringProperty("customerId", order.customerId());
        json.writeStringProperty("status", order.status().name());
        json.writeStringProperty("currency", order.currency().getCurrencyCode());
        json.writeArrayPropertyStart("lines");
        for (OrderLine line : order.lines()) {
            write(json, line);
        }
        json.writeEndArray();
        write(json, "total", order.total());
        write(json, order.shippingAddress());
        json.writeNumberProperty("version", version);
        write(json, "placedAt", order.placedAt());
        writeLaterSteps(json, order);
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, OrderLine line) {
        json.writeStartObject();
        json.writeStringProperty("productId", line.productId());
        json.writeNumberProperty("quantity", line.quantity());
        write(json, "unitPrice", line.unitPrice());
        write(json, "lineTotal", line.lineTotal());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ShippingAddress address) {
        json.writeObjectPropertyStart("shippingAddress");
        json.writeStringProperty("name", address.name());
        json.writeStringProperty("line1", address.line1());
        if (address.line2() != null) {
            json.writeStringProperty("line2", address.line2());
        }
        json.writeStringProperty("city", address.city());
        json.writeStringProperty("postalCode", address.postalCode());
        json.writeStringProperty("country", address.country());
        json.writeEndObject();
    }

    private static void writeLaterSteps(JsonGenerator json, Order order) {
        if (order.confirmedAt() != null) {
            write(json, "confirmedAt", order.confirmedAt());
        }
        var payment = order.payment();
        if (payment != null) {
            json.writeObjectPropertyStart("payment");
            write(json, "amount", payment.amount());
            json.writeStringProperty("reference", payment.reference());
            write(json, "paidAt", payment.paidAt());
            json.writeEndObject();
        }
        var shipment = order.shipment();
        if (shipment != null) {
            json.writeObjectPropertyStart("shipment");
            json.writeStringProperty("carrier", shipment.carrier());
            json.writeStringProperty("trackingNumber", shipment.trackingNumber());
            write(json, "shippedAt", shipment.shippedAt());
            json.writeEndObject();
        }
        if (order.deliveredAt() != null) {
            write(json, "deliveredAt", order.deliveredAt());
        }
        var cancellation = order.cancellation();
        if (cancellation != null) {
            json.writeObjectPropertyStart("cancellation");
            json.writeStringProperty("reason", cancellation.reason());
            write(json, "cancelledAt", cancellation.cancelledAt());
            json.writeBooleanProperty("refundDue", cancellation.refundDue());
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, String name, BigDecimal amount) {
        json.writeStringProperty(name, amount.toPlainString());
    }

    private static void write(JsonGenerator json, String name, Instant time) {
        json.writeStringProperty(name, time.toString());
    }
}
