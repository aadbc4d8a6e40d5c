package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.web.answer.Answers;
import dev.cobnut.web.answer.CommandAnswers;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.ConsistencyToken;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;

/// Reads the ids of orders from paths, and answers commands with orders.
final class OrderAnswers {

    static final ProblemType MALFORMED_ORDER_ID =
            new ProblemType(
                    "malformed-order-id",
                    400,
                    "This is not an order id",
                    "An order id is a UUID in its canonical form.");
    static final ProblemType ORDER_NOT_FOUND =
            new ProblemType(
                    "order-not-found",
                    404,
                    "There is no such order",
                    "No order with this id was ever placed.");

    static final ProblemType NO_SUCH_VERSION =
            new ProblemType(
                    "no-such-version",
                    404,
                    "The order has no such version",
                    "The order has fewer versions, or it was placed after that instant.");

    private static final CommandAnswers ANSWERS =
            CommandAnswers.of("order", ORDER_NOT_FOUND, id -> "/orders/" + id);

    private OrderAnswers() {}

    /// @throws ProblemException when it is not a UUID as one is written
    static UUID orderId(String path) {
        UUID id = RequestHeaders.uuid(path);
        if (id == null) {
            throw ProblemException.of(
                    MALFORMED_ORDER_ID,
                    "The order id in the path is not a UUID like 019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55.");
        }
        return id;
    }

    /// @param success status for an accepted command and its repetitions
    /// @throws ProblemException for every outcome but `Accepted`
    static void send(
            CommandResult<Order> result,
            int success,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Accepted<Order> accepted = accepted(result, request);
        Order order = accepted.state();
        response.setStatus(success);
        if (success == HttpServletResponse.SC_CREATED) {
            response.setHeader("Location", ANSWERS.path(order.orderId().toString()));
        }
        response.setHeader("ETag", Answers.etag(accepted.version()));
        response.setHeader(ConsistencyToken.HEADER, ConsistencyToken.of(accepted.position()));
        Answers.send(response, MediaTypes.JSON, OrderJson.order(order, accepted.version()));
    }

    /// @throws ProblemException for every outcome but `Accepted`
    static Accepted<Order> accepted(CommandResult<Order> result, HttpServletRequest request) {
        return ANSWERS.accepted(result, request);
    }

    static ProblemException noSuchVersion(String detail) {
        return ProblemException.of(NO_SUCH_VERSION, detail);
    }

    static ProblemException missing() {
        return ANSWERS.missing();
    }
}
