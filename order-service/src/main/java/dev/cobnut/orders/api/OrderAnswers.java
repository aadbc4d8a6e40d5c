package dev.cobnut.orders.api;

import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.framework.command.CommandResult.KeyReused;
import dev.cobnut.framework.command.CommandResult.Missing;
import dev.cobnut.framework.command.CommandResult.Refused;
import dev.cobnut.framework.command.CommandResult.Unavailable;
import dev.cobnut.framework.command.CommandResult.Unknown;
import dev.cobnut.framework.command.CommandResult.VersionConflict;
import dev.cobnut.orders.domain.Order;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/// Sends the outcome of a command as the answer to its request.
final class OrderAnswers {

    private OrderAnswers() {}

    /// @param success status for an accepted command and its repetitions
    /// @param conditional true when the request had an `If-Match`
    /// @throws ProblemException for every outcome but `Accepted`
    static void send(
            CommandResult<Order> result,
            int success,
            boolean conditional,
            HttpServletResponse response)
            throws IOException {
        switch (result) {
            case Accepted<Order>(_, var order, var version, _) -> {
                response.setStatus(success);
                if (success == HttpServletResponse.SC_CREATED) {
                    response.setHeader("Location", path(order.orderId().toString()));
                }
                response.setHeader("ETag", etag(version));
                Bodies.send(response, Bodies.JSON, OrderJson.order(order, version));
            }
            case Refused<Order>(var refusal, var version, _) ->
                    throw new ProblemException(
                            Problem.of(ProblemType.RULE, refusal.sentence())
                                    .with("code", refusal.code())
                                    .with("version", version));
            case Missing<Order>() -> throw missing();
            case VersionConflict<Order>(var expected, var actual) ->
                    throw new ProblemException(
                            Problem.of(
                                            conditional
                                                    ? ProblemType.VERSION_MISMATCH
                                                    : ProblemType.VERSION_CONFLICT,
                                            "The order is at version %d, not at %d."
                                                    .formatted(actual, expected))
                                    .with("expectedVersion", expected)
                                    .with("actualVersion", actual));
            case KeyReused<Order>(_, _) ->
                    throw ProblemException.of(
                            ProblemType.IDEMPOTENCY_KEY_REUSED,
                            "This Idempotency-Key came with another command before; nothing was changed.");
            case Unavailable<Order>(var reason, var retryAfterSeconds) ->
                    throw unavailable(reason, retryAfterSeconds);
            case Unknown<Order>(var stream, var reason) ->
                    throw new ProblemException(
                            Problem.of(
                                            ProblemType.OUTCOME_UNKNOWN,
                                            reason
                                                    + " Repeat the command with the same Idempotency-Key.")
                                    .with("order", path(stream.id()))
                                    .withHeader("Retry-After", "1"));
        }
    }

    static ProblemException missing() {
        return ProblemException.of(ProblemType.ORDER_NOT_FOUND, "There is no order with this id.");
    }

    static ProblemException unavailable(String reason, int retryAfterSeconds) {
        return new ProblemException(
                Problem.of(ProblemType.UNAVAILABLE, reason)
                        .withHeader("Retry-After", Integer.toString(retryAfterSeconds)));
    }

    static String etag(long version) {
        return "\"" + version + "\"";
    }

    static String path(String orderId) {
        return "/orders/" + orderId;
    }
}
