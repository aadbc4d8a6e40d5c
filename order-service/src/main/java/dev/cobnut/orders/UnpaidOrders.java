package dev.cobnut.orders;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.framework.process.Process;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.CancelOrder;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import java.time.Duration;

/// Cancels orders that are not paid in time. An order that was placed before the process first ran
/// is left alone.
final class UnpaidOrders {

    /// Of the cancellation.
    static final String REASON = "The order was not paid in time.";

    private UnpaidOrders() {}

    /// @param time from placing the order to its cancellation
    static Process process(CommandGateway<Order, OrderCommand> orders, Duration time) {
        return Process.named("unpaid-orders")
                .from(Start.NOW)
                .on(
                        OrderPlaced.class,
                        (placed, on) ->
                                on.after(time, orders, placed.orderId(), new CancelOrder(REASON))
                                        .mayBeRefused())
                .on(OrderPaid.class, (_, on) -> on.cancel(CancelOrder.class))
                .on(OrderCancelled.class, (_, on) -> on.cancel(CancelOrder.class));
    }
}
