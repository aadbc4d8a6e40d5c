package dev.cobnut.orders.api;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.orders.domain.Money;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.web.json.BoundedJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;

/// Writes orders and events as the bodies of answers. Amounts are strings with exactly the
/// currency's decimals. Times are ISO 8601 in UTC. A step that has not happened is left out.
final class OrderJson {

    private OrderJson() {}

    static byte[] order(Order order, long version) {
        return order(order, version, false);
    }

    /// @param behind true when the next event of the order could not be applied
    static byte[] order(Order order, long version, boolean behind) {
        return BoundedJson.write(json -> write(json, order, version, behind));
    }

    /// `{"version","type","at","eventId","data":` of an event. The payload follows in its stored
    /// form, and then a closing brace.
    static byte[] eventHead(RecordedEvent event) {
        byte[] closed =
                BoundedJson.write(json -> {
                    json.writeStartObject();
                    json.writeNumberProperty("version", event.version());
                    json.writeStringProperty("type", event.type());
                    write(json, "at", event.metadata().time());
                    json.writeStringProperty("eventId", event.id().toString());
                    json.writeName("data");
                    json.writeRawValue("");
                    json.writeEndObject();
                });
        return Arrays.copyOf(closed, closed.length - 1);
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

    private static void write(JsonGenerator json, Order order, long version, boolean behind) {
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
        if (behind) {
            json.writeBooleanProperty("behind", true);
        }
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
