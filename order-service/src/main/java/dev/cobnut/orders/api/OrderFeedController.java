package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.feed.FeedFilter;
import dev.cobnut.framework.feed.FeedTopic;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderLimits;
import dev.cobnut.web.feed.FeedAnswer;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.request.QueryParameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;

/// Live feeds of orders. Without a position, a feed begins with what is committed from now on.
@Controller
@RequestMapping("/orders")
final class OrderFeedController {

    private static final String CUSTOMER = "customerId";
    private static final String TYPE = "type";

    private static final Set<String> TYPES =
            Arrays.stream(OrderEvent.class.getPermittedSubclasses())
                    .map(Class::getSimpleName)
                    .collect(Collectors.toCollection(TreeSet::new));

    private static final EventFilter ORDERS = EventFilter.all().ofCategories(OrderDecider.CATEGORY);

    private final CommandGateway<Order, OrderCommand> gateway;
    private final FeedAnswer feed;

    OrderFeedController(CommandGateway<Order, OrderCommand> gateway, FeedAnswer feed) {
        this.gateway = gateway;
        this.feed = feed;
    }

    @GetMapping("/feed")
    void ofOrders(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var parameters = new QueryParameters(request, CUSTOMER, TYPE, FeedAnswer.AFTER);
        String asked = parameters.text(CUSTOMER);
        String problem =
                asked == null ? null : OrderLimits.textProblem(asked, OrderLimits.ID_LENGTH_MAX);
        if (problem != null) {
            parameters.wrong(FieldProblem.parameter(CUSTOMER, problem));
        }
        EventFilter types = types(parameters);
        long after = FeedAnswer.after(request, parameters);
        parameters.requireAllFine();
        Caller caller = Caller.of(request);
        if (asked != null) {
            caller.requireOwn(asked, FieldProblem.parameter(CUSTOMER, "is another customer"));
        }
        String customer = asked == null ? caller.customerId() : asked;
        FeedTopic topic = customer == null ? new FeedTopic.All() : new FeedTopic.Group(customer);
        feed.send(caller.id(), after, new FeedFilter(topic, types), request, response);
    }

    @GetMapping("/{id}/feed")
    void ofOrder(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var parameters = new QueryParameters(request, TYPE, FeedAnswer.AFTER);
        EventFilter types = types(parameters);
        long after = FeedAnswer.after(request, parameters);
        parameters.requireAllFine();
        var stream = OrderDecider.streamOf(OrderAnswers.orderId(id));
        Order order =
                gateway.state(stream).map(Versioned::state).orElseThrow(OrderAnswers::missing);
        Caller caller = Caller.of(request);
        if (!caller.sees(order.customerId())) {
            throw OrderAnswers.missing();
        }
        var filter = new FeedFilter(new FeedTopic.Stream(stream), types);
        feed.send(caller.id(), after, filter, request, response);
    }

    /// The types of `type=OrderPlaced,OrderPaid`; all without it.
    private static EventFilter types(QueryParameters parameters) {
        String given = parameters.text(TYPE);
        if (given == null) {
            return ORDERS;
        }
        String[] names = given.split(",", -1);
        if (!TYPES.containsAll(Set.copyOf(Arrays.asList(names)))) {
            parameters.wrong(
                    FieldProblem.parameter(
                            TYPE, "must be one or several of " + TYPES + ", separated by commas"));
        }
        return ORDERS.ofTypes(Set.copyOf(Arrays.asList(names)).toArray(String[]::new));
    }
}
