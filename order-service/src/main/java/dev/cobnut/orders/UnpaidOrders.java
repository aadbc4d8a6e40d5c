package dev.cobnut.orders;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.framework.process.Process;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.ExpireOrder;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import java.time.Duration;

/// Cancels orders that are not paid in time. An order that was placed before the process first ran
/// is left alone.
final class UnpaidOrders {

    private UnpaidOrders() {}

    /// @param time from placing the order to its cancellation
    static Process process(CommandGateway<Order, OrderCommand> orders, Duration time) {
        return Process.named("unpaid-orders")
                .from(Start.NOW)
                .on(
                        OrderPlaced.class,
                        (placed, on) ->
                                on.after(time, orders, placed.orderId(), new ExpireOrder())
                                        .mayBeRefused())
                .on(OrderPaid.class, (_, on) -> on.cancel(ExpireOrder.class))
                .on(OrderCancelled.class, (_, on) -> on.cancel(ExpireOrder.class));
    }
}
