package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.view.OrderQueries;
import dev.cobnut.web.answer.Answers;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.request.ConsistencyToken;
import dev.cobnut.web.request.HeapRoom;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.QueryParameters;
import dev.cobnut.web.request.RequestHeaders;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Predicate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Reads orders. An order and its events include every command that was answered before; in a
/// cluster, while a member is being lost, they may be older. The lists follow after the time that
/// delivery takes; a request with [ConsistencyToken]s waits for their writes.
@RestController
@RequestMapping(path = "/orders", produces = MediaTypes.JSON)
final class OrderQueryController {

    private final CommandGateway<Order, OrderCommand> gateway;
    private final SeenOrders seen;
    private final OrderPages pages;
    private final EventPages events;

    OrderQueryController(
            CommandGateway<Order, OrderCommand> gateway,
            OrderQueries queries,
            MeterRegistry registry) {
        this.gateway = gateway;
        this.seen = new SeenOrders(gateway);
        var room = HeapRoom.ofHeap(OrderPages.HEAP_DIVISOR, registry);
        this.pages = new OrderPages(queries, room);
        this.events = new EventPages(gateway, room);
    }

    @GetMapping("/{id}")
    void order(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var parameters = new QueryParameters(request, "version", "at");
        long version = parameters.number("version", 1, Long.MAX_VALUE, 0);
        Instant at = parameters.instant("at");
        if (version > 0 && at != null) {
            parameters.wrong(FieldProblem.parameter("at", "cannot be given with version"));
        }
        parameters.requireAllFine();
        UUID orderId = OrderAnswers.orderId(id);
        var stream = OrderDecider.streamOf(orderId);
        Versioned<Order> order = seen.find(orderId, request);
        if (version > 0) {
            order = past(stream, event -> event.version() <= version);
            if (order.version() < version && !order.behind()) {
                throw OrderAnswers.noSuchVersion(
                        "The order is at version %d.".formatted(order.version()));
            }
        } else if (at != null) {
            order = past(stream, event -> !event.metadata().time().isAfter(at));
        } else if (order == null) {
            order = gateway.state(stream).orElseThrow(OrderAnswers::missing);
        }
        if (!order.behind()) {
            String etag = Answers.etag(order.version());
            response.setHeader("ETag", etag);
            if (RequestHeaders.noneMatchHas(request, etag)) {
                response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
                return;
            }
        }
        Answers.send(
                response,
                MediaTypes.JSON,
                OrderJson.order(order.state(), order.version(), order.behind()));
    }

    private Versioned<Order> past(StreamId stream, Predicate<RecordedEvent> accepted) {
        return gateway.past(stream, accepted)
                .orElseThrow(() ->
                        gateway.events(stream, 0, 1).isEmpty()
                                ? OrderAnswers.missing()
                                : OrderAnswers.noSuchVersion("The order was placed later."));
    }

    @GetMapping(
            path = "/{id}/events",
            produces = {MediaTypes.JSON, EventPages.CLOUD_EVENTS})
    void events(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        boolean cloudEvents = MediaTypes.prefers(request, EventPages.CLOUD_EVENTS);
        if (!cloudEvents) {
            MediaTypes.requireAcceptable(request);
        }
        var parameters = new QueryParameters(request, "after", "limit");
        long after = parameters.number("after", 0, Long.MAX_VALUE, 0);
        int limit =
                (int) parameters.number("limit", 1, EventPages.EVENTS_MAX, EventPages.EVENTS_MAX);
        parameters.requireAllFine();
        UUID orderId = OrderAnswers.orderId(id);
        seen.require(orderId, request);
        events.send(OrderDecider.streamOf(orderId), after, limit, cloudEvents, response);
    }

    @GetMapping
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        OrderListRequest list = OrderListRequest.of(request);
        pages.list(list, ConsistencyToken.positions(request), response);
    }
}
