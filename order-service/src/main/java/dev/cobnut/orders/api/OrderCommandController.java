package dev.cobnut.orders.api;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.OrderIds;
import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.DeliverOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.web.answer.Answers;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.request.Bodies;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Commands of orders.
@RestController
@RequestMapping(path = "/orders", produces = MediaTypes.JSON)
final class OrderCommandController {

    private final CommandGateway<Order, OrderCommand> gateway;
    private final SeenOrders seen;
    private final OrderIds ids;

    OrderCommandController(CommandGateway<Order, OrderCommand> gateway, OrderIds ids) {
        this.gateway = gateway;
        this.seen = new SeenOrders(gateway);
        this.ids = ids;
    }

    @PostMapping
    void place(HttpServletRequest request, HttpServletResponse response) throws IOException {
        UUID orderId = ids.next();
        PlaceOrder place = placed(request, orderId);
        send(
                Command.beginning(OrderDecider.streamOf(orderId), place),
                () -> OrderFingerprint.of(null, place),
                HttpServletResponse.SC_CREATED,
                request,
                response);
    }

    /// Reads and checks a body as [#place] does, and stores nothing.
    @PostMapping("/validate")
    void validate(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PlaceOrder place = placed(request, ids.next());
        Answers.send(response, MediaTypes.JSON, OrderJson.validated(place));
    }

    @PutMapping("/{id}/lines")
    void changeLines(
            @PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = OrderAnswers.orderId(id);
        sendTo(orderId, OrderCommandParser.changeLines(Bodies.of(request)), request, response);
    }

    @PostMapping("/{id}/confirm")
    void confirm(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = OrderAnswers.orderId(id);
        var command = OrderCommandParser.without(Bodies.of(request), new ConfirmOrder());
        sendTo(orderId, command, request, response);
    }

    @PostMapping("/{id}/pay")
    void pay(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = OrderAnswers.orderId(id);
        sendTo(orderId, OrderCommandParser.pay(Bodies.of(request)), request, response);
    }

    @PostMapping("/{id}/ship")
    void ship(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = OrderAnswers.orderId(id);
        sendTo(orderId, OrderCommandParser.ship(Bodies.of(request)), request, response);
    }

    @PostMapping("/{id}/deliver")
    void deliver(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = OrderAnswers.orderId(id);
        var command = OrderCommandParser.without(Bodies.of(request), new DeliverOrder());
        sendTo(orderId, command, request, response);
    }

    @PostMapping("/{id}/cancel")
    void cancel(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID orderId = OrderAnswers.orderId(id);
        sendTo(orderId, OrderCommandParser.cancel(Bodies.of(request)), request, response);
    }

    private static PlaceOrder placed(HttpServletRequest request, UUID orderId) {
        PlaceOrder place = OrderCommandParser.place(Bodies.of(request), orderId);
        Caller.of(request)
                .requireOwn(
                        place.customerId(),
                        FieldProblem.pointer("/customerId", "must be the caller's own customer"));
        return place;
    }

    private void sendTo(
            UUID orderId,
            OrderCommand content,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        seen.require(orderId, request);
        send(
                Command.to(OrderDecider.streamOf(orderId), content),
                () -> OrderFingerprint.of(orderId, content),
                HttpServletResponse.SC_OK,
                request,
                response);
    }

    private void send(
            Command<OrderCommand> command,
            Supplier<String> fingerprint,
            int success,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var complete = RequestHeaders.applied(command, fingerprint, request);
        OrderAnswers.send(gateway.send(complete), success, request, response);
    }
}
