package dev.cobnut.orders.stats;

import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import dev.cobnut.orders.domain.OrderLine;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An order as far as its facts need it.
///
/// @param paid null while it is not paid
record OpenOrder(
        Currency currency, Instant placedAt, List<OrderLine> lines, @Nullable BigDecimal paid) {

    static OpenOrder of(OrderPlaced placed) {
        return new OpenOrder(placed.currency(), placed.placedAt(), placed.lines(), null);
    }

    /// @throws NullPointerException when the order does not begin with `OrderPlaced`
    static OpenOrder after(@Nullable OpenOrder before, OrderEvent event) {
        if (event instanceof OrderPlaced placed) {
            return of(placed);
        }
        OpenOrder order = Objects.requireNonNull(before, "an order begins with OrderPlaced");
        return switch (event) {
            case LinesChanged changed ->
                    new OpenOrder(order.currency, order.placedAt, changed.lines(), order.paid);
            case OrderPaid payment ->
                    new OpenOrder(order.currency, order.placedAt, order.lines, payment.amount());
            case OrderPlaced _,
                    OrderConfirmed _,
                    OrderShipped _,
                    OrderDelivered _,
                    OrderCancelled _ ->
                    order;
        };
    }
}
