package dev.cobnut.orders.domain;

import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderCommand.ChangeLines;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.ExpireOrder;
import dev.cobnut.orders.domain.OrderCommand.PayOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderCommand.ShipOrder;
import dev.cobnut.orders.domain.OrderDecision.Allowed;
import dev.cobnut.orders.domain.OrderDecision.NoSuchOrder;
import dev.cobnut.orders.domain.OrderDecision.Refused;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides if a command is allowed.
public final class OrderPolicy {

    /// Why an order that was not paid in time is cancelled.
    static final String NOT_PAID = "The order was not paid in time.";

    private OrderPolicy() {}

    /// @param order null when there is none
    /// @param now written into the event
    public static OrderDecision decide(@Nullable Order order, OrderCommand command, Instant now) {
        if (command instanceof PlaceOrder place) {
            return order == null
                    ? place(place, now)
                    : new Refused("order-exists", "This order was placed before.");
        }
        return order == null ? new NoSuchOrder() : decideOnExisting(order, command, now);
    }

    private static OrderDecision decideOnExisting(Order order, OrderCommand command, Instant now) {
        return switch (command) {
            case PlaceOrder place -> place(place, now);
            case ChangeLines change -> changeLines(order, change, now);
            case ConfirmOrder() -> confirm(order, now);
            case PayOrder pay -> pay(order, pay, now);
            case ShipOrder ship -> ship(order, ship, now);
            case DeliverOrder() -> deliver(order, now);
            case CancelOrder(var reason) -> cancel(order, reason, now);
            case ExpireOrder() -> expire(order, now);
        };
    }

    private static OrderDecision place(PlaceOrder place, Instant now) {
        return new Allowed(
                new OrderPlaced(
                        place.orderId(),
                        place.customerId(),
                        place.currency(),
                        place.lines(),
                        Money.total(place.lines()),
                        place.shippingAddress(),
                        now));
    }

    private static OrderDecision changeLines(Order order, ChangeLines change, Instant now) {
        String allowed = "its lines can be changed only while it is PLACED";
        return switch (order.status()) {
            case PLACED -> changeOpenLines(order, change, now);
            case CONFIRMED, PAID, SHIPPED -> refused("order-already-confirmed", order, allowed);
            case DELIVERED, CANCELLED -> ended(order);
        };
    }

    private static OrderDecision changeOpenLines(Order order, ChangeLines change, Instant now) {
        Currency currency = order.currency();
        if (change.currency() != null && !change.currency().equals(currency)) {
            return new Refused(
                    "currency-differs",
                    "The order is in %s; its lines cannot be priced in %s."
                            .formatted(currency, change.currency()));
        }
        if (order.lineChanges() >= OrderLimits.LINE_CHANGES_MAX) {
            return new Refused(
                    "order-changed-too-often",
                    "The lines were changed %d times and cannot be changed again; confirm or cancel the order."
                            .formatted(order.lineChanges()));
        }
        List<OrderLine> lines = new ArrayList<>(change.lines().size());
        for (OrderLine line : change.lines()) {
            String tooPrecise = Money.decimalsProblem(line.unitPrice(), currency);
            if (tooPrecise != null) {
                return new Refused(
                        "price-too-precise",
                        "The unit price of %s %s.".formatted(line.productId(), tooPrecise));
            }
            lines.add(
                    new OrderLine(
                            line.productId(),
                            line.quantity(),
                            Money.exact(line.unitPrice(), currency)));
        }
        return new Allowed(new LinesChanged(lines, Money.total(lines), now));
    }

    private static OrderDecision confirm(Order order, Instant now) {
        return switch (order.status()) {
            case PLACED -> new Allowed(new OrderConfirmed(now));
            case CONFIRMED, PAID, SHIPPED ->
                    refused(
                            "order-already-confirmed",
                            order,
                            "only a PLACED order can be confirmed");
            case DELIVERED, CANCELLED -> ended(order);
        };
    }

    private static OrderDecision pay(Order order, PayOrder pay, Instant now) {
        String allowed = "it can be paid only once, while it is CONFIRMED";
        return switch (order.status()) {
            case PLACED -> refused("order-not-confirmed", order, allowed);
            case CONFIRMED -> payTotal(order, pay, now);
            case PAID, SHIPPED -> refused("order-already-paid", order, allowed);
            case DELIVERED, CANCELLED -> ended(order);
        };
    }

    private static OrderDecision payTotal(Order order, PayOrder pay, Instant now) {
        Currency currency = order.currency();
        BigDecimal total = order.total();
        String tooPrecise = Money.decimalsProblem(pay.amount(), currency);
        if (tooPrecise != null) {
            return new Refused(
                    "payment-too-precise",
                    "The amount %s; pay exactly %s %s.".formatted(tooPrecise, total, currency));
        }
        if (pay.amount().compareTo(total) != 0) {
            return new Refused(
                    "payment-amount-differs",
                    "The amount is %s; pay exactly the total of %s %s."
                            .formatted(Money.exact(pay.amount(), currency), total, currency));
        }
        return new Allowed(new OrderPaid(total, pay.reference(), now));
    }

    private static OrderDecision ship(Order order, ShipOrder ship, Instant now) {
        String allowed = "it can be shipped only once, while it is PAID";
        return switch (order.status()) {
            case PLACED, CONFIRMED -> refused("order-not-paid", order, allowed);
            case PAID -> new Allowed(new OrderShipped(ship.carrier(), ship.trackingNumber(), now));
            case SHIPPED -> refused("order-already-shipped", order, allowed);
            case DELIVERED, CANCELLED -> ended(order);
        };
    }

    private static OrderDecision deliver(Order order, Instant now) {
        return switch (order.status()) {
            case PLACED, CONFIRMED, PAID ->
                    refused(
                            "order-not-shipped",
                            order,
                            "it can be delivered only after it is SHIPPED");
            case SHIPPED -> new Allowed(new OrderDelivered(now));
            case DELIVERED, CANCELLED -> ended(order);
        };
    }

    private static OrderDecision expire(Order order, Instant now) {
        return switch (order.status()) {
            case PLACED, CONFIRMED -> cancel(order, NOT_PAID, now);
            case PAID, SHIPPED ->
                    refused("order-already-paid", order, "only an order that is not paid expires");
            case DELIVERED, CANCELLED -> ended(order);
        };
    }

    private static OrderDecision cancel(Order order, String reason, Instant now) {
        return switch (order.status()) {
            case PLACED, CONFIRMED -> new Allowed(new OrderCancelled(reason, false, now));
            case PAID -> {
                boolean refundDue = order.total().signum() > 0;
                yield new Allowed(new OrderCancelled(reason, refundDue, now));
            }
            case SHIPPED ->
                    refused(
                            "order-already-shipped",
                            order,
                            "it can be cancelled only while it is PLACED, CONFIRMED or PAID");
            case DELIVERED, CANCELLED -> ended(order);
        };
    }

    private static Refused ended(Order order) {
        return new Refused(
                order.status() == OrderStatus.CANCELLED ? "order-cancelled" : "order-delivered",
                "The order is " + order.status() + "; nothing can be done with it any more.");
    }

    private static Refused refused(String code, Order order, String allowed) {
        return new Refused(code, "The order is " + order.status() + "; " + allowed + ".");
    }
}
