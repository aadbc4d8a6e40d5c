package dev.cobnut.orders.api;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.OrderIds;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Commands of orders.
@RestController
@RequestMapping(path = "/orders", produces = Bodies.JSON)
final class OrderCommandController {

    private final CommandGateway<Order, OrderCommand> gateway;
    private final OrderIds ids;

    OrderCommandController(CommandGateway<Order, OrderCommand> gateway, OrderIds ids) {
        this.gateway = gateway;
        this.ids = ids;
    }

    @PostMapping
    void place(HttpServletRequest request, HttpServletResponse response) throws IOException {
        UUID orderId = ids.next();
        PlaceOrder place = OrderCommandParser.place(Bodies.of(request), orderId);
        Command<OrderCommand> command =
                Command.<OrderCommand>beginning(OrderDecider.streamOf(orderId), place)
                        .withKey(key(request, null, place));
        send(command, HttpServletResponse.SC_CREATED, request, response);
    }

    /// Reads and checks a body as [#place] does, and stores nothing.
    @PostMapping("/validate")
    void validate(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PlaceOrder place = OrderCommandParser.place(Bodies.of(request), ids.next());
        Bodies.send(response, Bodies.JSON, OrderJson.validated(place));
    }

    @PutMapping("/{id}/lines")
    void changeLines(
            @PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = Preconditions.orderId(id);
        sendTo(orderId, OrderCommandParser.changeLines(Bodies.of(request)), request, response);
    }

    @PostMapping("/{id}/confirm")
    void confirm(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = Preconditions.orderId(id);
        var command = OrderCommandParser.without(Bodies.of(request), new ConfirmOrder());
        sendTo(orderId, command, request, response);
    }

    @PostMapping("/{id}/pay")
    void pay(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = Preconditions.orderId(id);
        sendTo(orderId, OrderCommandParser.pay(Bodies.of(request)), request, response);
    }

    @PostMapping("/{id}/ship")
    void ship(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = Preconditions.orderId(id);
        sendTo(orderId, OrderCommandParser.ship(Bodies.of(request)), request, response);
    }

    @PostMapping("/{id}/deliver")
    void deliver(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = Preconditions.orderId(id);
        var command = OrderCommandParser.without(Bodies.of(request), new DeliverOrder());
        sendTo(orderId, command, request, response);
    }

    @PostMapping("/{id}/cancel")
    void cancel(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = Preconditions.orderId(id);
        sendTo(orderId, OrderCommandParser.cancel(Bodies.of(request)), request, response);
    }

    private void sendTo(
            UUID orderId,
            OrderCommand content,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Command<OrderCommand> command =
                Command.to(OrderDecider.streamOf(orderId), content)
                        .expecting(Preconditions.expectedVersion(request))
                        .withKey(key(request, orderId, content));
        send(command, HttpServletResponse.SC_OK, request, response);
    }

    private void send(
            Command<OrderCommand> command,
            int success,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var traced =
                command.causedBy(Preconditions.causation(request))
                        .correlatedBy(Preconditions.correlation(request))
                        .tracedBy(TraceParent.parse(request.getHeader("traceparent")));
        OrderAnswers.send(
                gateway.send(traced), success, command.expectedVersion() != null, response);
    }

    private static @Nullable CommandKey key(
            HttpServletRequest request, @Nullable UUID orderId, OrderCommand command) {
        String key = Preconditions.idempotencyKey(request);
        return key == null ? null : new CommandKey(key, Fingerprint.of(orderId, command));
    }
}
