package dev.cobnut.orders.api;

import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.domain.OrderLimits;
import dev.cobnut.orders.domain.OrderStatus;
import dev.cobnut.orders.view.OrderFilter;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.request.QueryParameters;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A request for a page of a list of orders.
///
/// A list that only names a customer has the id of its last order as `next`, for `before`: so it
/// was before there were cursors. Every other list has a cursor.
///
/// @param behind the page begins behind the order with this id; null for the first page
/// @param plain true for a list with `before`
/// @param parameters of the request, without its place in the list
record OrderListRequest(
        OrderFilter filter,
        @Nullable UUID behind,
        int limit,
        boolean plain,
        List<String> parameters,
        Caller caller) {

    /// Most orders of one page.
    static final int ORDERS_MAX = 100;

    private static final int ORDERS_DEFAULT = 20;

    private static final String[] FILTERS = {
        "customerId", "status", "productId", "placedFrom", "placedTo", "sort"
    };

    private static final List<String> SORTS = List.of("newest", "oldest");

    /// @throws ProblemException 400 that names every wrong parameter, 403 for another customer than
    ///   that of the caller
    static OrderListRequest of(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        var parameters =
                new QueryParameters(
                        request,
                        Stream.concat(
                                        Arrays.stream(FILTERS),
                                        Stream.of("limit", "cursor", "before"))
                                .toArray(String[]::new));
        String customerId = id(parameters, "customerId");
        String productId = id(parameters, "productId");
        OrderStatus status = status(parameters);
        Instant from = parameters.instant("placedFrom");
        Instant to = parameters.instant("placedTo");
        if (from != null && to != null && !from.isBefore(to)) {
            parameters.wrong(FieldProblem.parameter("placedTo", "must be after placedFrom"));
        }
        String sort = parameters.text("sort");
        if (sort != null && !SORTS.contains(sort)) {
            parameters.wrong(FieldProblem.parameter("sort", "must be newest or oldest"));
        }
        String own = caller.customerId();
        OrderFilter filter =
                new OrderFilter(
                        own == null ? customerId : own,
                        status,
                        productId,
                        from,
                        to,
                        "oldest".equals(sort));
        int limit = (int) parameters.number("limit", 1, ORDERS_MAX, ORDERS_DEFAULT);
        boolean plain =
                customerId != null
                        && parameters.text("cursor") == null
                        && Arrays.stream(FILTERS)
                                .skip(1)
                                .allMatch(name -> parameters.text(name) == null);
        UUID behind = behind(parameters, filter, caller);
        parameters.requireAllFine();
        if (customerId != null) {
            caller.requireOwn(
                    customerId,
                    FieldProblem.parameter("customerId", "must be the caller's own customer"));
        }
        return new OrderListRequest(
                filter,
                behind,
                limit,
                plain,
                Stream.concat(Arrays.stream(FILTERS), Stream.of("limit"))
                        .filter(name -> parameters.text(name) != null)
                        .map(name -> name + "=" + encoded(parameters.text(name)))
                        .toList(),
                caller);
    }

    private static @Nullable String id(QueryParameters parameters, String name) {
        String id = parameters.text(name);
        String problem = id == null ? null : OrderLimits.textProblem(id, OrderLimits.ID_LENGTH_MAX);
        if (problem != null) {
            parameters.wrong(FieldProblem.parameter(name, problem));
        }
        return id;
    }

    private static @Nullable OrderStatus status(QueryParameters parameters) {
        String name = parameters.text("status");
        if (name == null) {
            return null;
        }
        for (OrderStatus status : OrderStatus.values()) {
            if (status.name().equals(name)) {
                return status;
            }
        }
        parameters.wrong(
                FieldProblem.parameter(
                        "status",
                        "must be one of "
                                + Arrays.stream(OrderStatus.values())
                                        .map(OrderStatus::name)
                                        .collect(Collectors.joining(", "))));
        return null;
    }

    private static @Nullable UUID behind(
            QueryParameters parameters, OrderFilter filter, Caller caller) {
        String before = parameters.text("before");
        String cursor = parameters.text("cursor");
        if (before != null && cursor != null) {
            parameters.wrong(FieldProblem.parameter("before", "cannot be given with cursor"));
            return null;
        }
        UUID behind = null;
        if (before != null) {
            behind = RequestHeaders.uuid(before);
            if (behind == null || filter.oldestFirst()) {
                parameters.wrong(
                        FieldProblem.parameter(
                                "before",
                                filter.oldestFirst()
                                        ? "cannot be given with sort=oldest; take the cursor"
                                        : "must be the `next` of the page before"));
            }
        } else if (cursor != null) {
            behind = ListCursor.read(cursor, filter, caller);
            if (behind == null) {
                parameters.wrong(
                        FieldProblem.parameter(
                                "cursor",
                                "must be the `next` of a page of this list, with the same filters"));
            }
        }
        return behind;
    }

    /// What a client sends to get the next page.
    ///
    /// @param last the order behind which it begins
    String next(UUID last) {
        return plain ? last.toString() : ListCursor.of(last, filter, caller);
    }

    /// The header that leads to the next page (RFC 8288).
    String link(UUID last) {
        String place = (plain ? "before=" : "cursor=") + next(last);
        return "</orders?"
                + Stream.concat(parameters.stream(), Stream.of(place))
                        .collect(Collectors.joining("&"))
                + ">; rel=\"next\"";
    }

    private static String encoded(@Nullable String text) {
        return URLEncoder.encode(text == null ? "" : text, StandardCharsets.UTF_8)
                .replace("+", "%20");
    }
}
