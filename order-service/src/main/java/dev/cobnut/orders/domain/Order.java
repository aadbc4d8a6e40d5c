package dev.cobnut.orders.domain;

import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An order: the fold of its events. Immutable.
///
/// @param total sum of the lines, with exactly the currency's decimals
/// @param lineChanges how often the lines were changed, see [OrderLimits#LINE_CHANGES_MAX]
public record Order(
        UUID orderId,
        String customerId,
        OrderStatus status,
        Currency currency,
        List<OrderLine> lines,
        BigDecimal total,
        ShippingAddress shippingAddress,
        int lineChanges,
        Instant placedAt,
        @Nullable Instant confirmedAt,
        @Nullable Payment payment,
        @Nullable Shipment shipment,
        @Nullable Instant deliveredAt,
        @Nullable Cancellation cancellation) {

    public Order {
        lines = List.copyOf(lines);
    }

    /// Applies one event. It checks no rule, because the event has happened.
    ///
    /// @param order null before the first event
    /// @throws IllegalStateException when the events of an order do not begin with `OrderPlaced`,
    ///   or place it twice: the stream is damaged
    public static Order evolve(@Nullable Order order, OrderEvent event) {
        if (event instanceof OrderPlaced placed) {
            if (order != null) {
                throw new IllegalStateException("order " + order.orderId + " is placed twice");
            }
            return begun(placed);
        }
        if (order == null) {
            throw new IllegalStateException(
                    "the events of an order begin with OrderPlaced, not with "
                            + event.getClass().getSimpleName());
        }
        return order.after(event);
    }

    private static Order begun(OrderPlaced placed) {
        return new Order(
                placed.orderId(),
                placed.customerId(),
                OrderStatus.PLACED,
                placed.currency(),
                placed.lines(),
                placed.total(),
                placed.shippingAddress(),
                0,
                placed.placedAt(),
                null,
                null,
                null,
                null,
                null);
    }

    private Order after(OrderEvent event) {
        return switch (event) {
            case OrderPlaced placed -> begun(placed);
            case LinesChanged(var newLines, var newTotal, _) ->
                    new Order(
                            orderId,
                            customerId,
                            status,
                            currency,
                            newLines,
                            newTotal,
                            shippingAddress,
                            lineChanges + 1,
                            placedAt,
                            confirmedAt,
                            payment,
                            shipment,
                            deliveredAt,
                            cancellation);
            case OrderConfirmed(var at) ->
                    with(OrderStatus.CONFIRMED, at, payment, shipment, deliveredAt, cancellation);
            case OrderPaid(var amount, var reference, var at) ->
                    with(
                            OrderStatus.PAID,
                            confirmedAt,
                            new Payment(amount, reference, at),
                            shipment,
                            deliveredAt,
                            cancellation);
            case OrderShipped(var carrier, var trackingNumber, var at) ->
                    with(
                            OrderStatus.SHIPPED,
                            confirmedAt,
                            payment,
                            new Shipment(carrier, trackingNumber, at),
                            deliveredAt,
                            cancellation);
            case OrderDelivered(var at) ->
                    with(OrderStatus.DELIVERED, confirmedAt, payment, shipment, at, cancellation);
            case OrderCancelled(var reason, var refundDue, var at) ->
                    with(
                            OrderStatus.CANCELLED,
                            confirmedAt,
                            payment,
                            shipment,
                            deliveredAt,
                            new Cancellation(reason, at, refundDue));
        };
    }

    private Order with(
            OrderStatus newStatus,
            @Nullable Instant newConfirmedAt,
            @Nullable Payment newPayment,
            @Nullable Shipment newShipment,
            @Nullable Instant newDeliveredAt,
            @Nullable Cancellation newCancellation) {
        return new Order(
                orderId,
                customerId,
                newStatus,
                currency,
                lines,
                total,
                shippingAddress,
                lineChanges,
                placedAt,
                newConfirmedAt,
                newPayment,
                newShipment,
                newDeliveredAt,
                newCancellation);
    }
}
