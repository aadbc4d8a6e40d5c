package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.web.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Hides the orders of other customers from a caller that acts for one. Such an order, and one that
/// does not exist, leave at the same line, before a key or a version is looked at, so that nothing
/// tells the two apart. The check costs a read of the order. A caller that acts for all customers
/// does not pay it.
///
/// An order never changes its customer, so what was seen stays true. The answer to a repeated key
/// is no way around: the fingerprint of a command has the order's id, and that of a new order has
/// its customer, so the answer is that of the order that was checked.
final class SeenOrders {

    private final CommandGateway<Order, OrderCommand> gateway;

    SeenOrders(CommandGateway<Order, OrderCommand> gateway) {
        this.gateway = gateway;
    }

    /// @throws ProblemException 404 when the caller does not see such an order
    void require(UUID orderId, HttpServletRequest request) {
        Versioned<Order> _ = find(orderId, request);
    }

    /// The order as it is now; null when the caller sees all orders, so that nothing was read.
    ///
    /// @throws ProblemException 404 when the caller does not see such an order
    @Nullable Versioned<Order> find(UUID orderId, HttpServletRequest request) {
        Caller caller = Caller.of(request);
        return caller.customerId() == null
                ? null
                : gateway.state(OrderDecider.streamOf(orderId))
                        .filter(order -> caller.sees(order.state().customerId()))
                        .orElseThrow(OrderAnswers::missing);
    }
}
