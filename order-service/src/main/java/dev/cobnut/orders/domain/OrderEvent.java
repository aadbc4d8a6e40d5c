package dev.cobnut.orders.domain;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;

/// The events of an order. They are stored for ever: a component that is renamed, removed or given
/// another meaning needs a new schema version and an upcaster. `StoredEventsTest` checks the stored
/// shapes.
public sealed interface OrderEvent {

    record OrderPlaced(
            UUID orderId,
            String customerId,
            Currency currency,
            List<OrderLine> lines,
            BigDecimal total,
            ShippingAddress shippingAddress,
            Instant placedAt)
            implements OrderEvent {
        public OrderPlaced {
            lines = List.copyOf(lines);
        }
    }

    /// @param lines all lines of the order from now on
    record LinesChanged(List<OrderLine> lines, BigDecimal total, Instant changedAt)
            implements OrderEvent {
        public LinesChanged {
            lines = List.copyOf(lines);
        }
    }

    record OrderConfirmed(Instant confirmedAt) implements OrderEvent {}

    record OrderPaid(BigDecimal amount, String reference, Instant paidAt) implements OrderEvent {}

    record OrderShipped(String carrier, String trackingNumber, Instant shippedAt)
            implements OrderEvent {}

    record OrderDelivered(Instant deliveredAt) implements OrderEvent {}

    record OrderCancelled(String reason, boolean refundDue, Instant cancelledAt)
            implements OrderEvent {}
}
