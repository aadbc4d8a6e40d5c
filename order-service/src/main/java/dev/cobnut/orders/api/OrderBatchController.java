package dev.cobnut.orders.api;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.OrderIds;
import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.web.answer.ProblemWriter;
import dev.cobnut.web.answer.StreamedAnswer;
import dev.cobnut.web.problem.Problem;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Bodies;
import dev.cobnut.web.request.ConsistencyToken;
import dev.cobnut.web.request.Identity;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Places several orders by one request. Each of them succeeds or fails by itself. They are sent at
/// the same time, each on a virtual thread, so the journal commits them together as far as its
/// groups allow.
///
/// ```text
/// {"results":[{"status":201,"order":{…}},{"status":422,"problem":{…}}]}   in the order of the items
/// ```
@RestController
@RequestMapping(path = "/orders/batch", produces = MediaTypes.JSON)
final class OrderBatchController {

    private static final System.Logger LOG = System.getLogger(OrderBatchController.class.getName());

    /// What became of an order.
    private sealed interface Result {

        record Placed(Accepted<Order> order) implements Result {}

        record Failed(Problem problem) implements Result {}
    }

    private final CommandGateway<Order, OrderCommand> gateway;
    private final OrderIds ids;

    OrderBatchController(CommandGateway<Order, OrderCommand> gateway, OrderIds ids) {
        this.gateway = gateway;
        this.ids = ids;
    }

    @PostMapping
    void place(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (RequestHeaders.idempotencyKey(request) != null) {
            throw ProblemException.of(
                    ProblemType.MALFORMED_HEADER,
                    "Idempotency-Key is not for a batch; give each order its own idempotencyKey.");
        }
        List<BatchItem> items = new ArrayList<>();
        for (BatchItem item : OrderCommandParser.batch(Bodies.of(request), ids::next)) {
            items.add(checked(item, items.size(), request));
        }
        List<Result> results = results(items, request);
        List<Long> positions =
                results.stream()
                        .filter(Result.Placed.class::isInstance)
                        .map(result -> ((Result.Placed) result).order().position())
                        .toList();
        if (!positions.isEmpty()) {
            response.setHeader(ConsistencyToken.HEADER, ConsistencyToken.of(positions));
        }
        StreamedAnswer answer = new StreamedAnswer(response);
        String separator = "{\"results\":[";
        for (Result result : results) {
            answer.write(separator);
            write(result, request, answer);
            separator = ",";
        }
        answer.write("]}");
    }

    private static BatchItem checked(BatchItem item, int index, HttpServletRequest request) {
        if (item instanceof BatchItem.Placing(var order, _)) {
            try {
                Caller.of(request)
                        .requireOwn(
                                order.customerId(),
                                FieldProblem.pointer(
                                        "/orders/" + index + "/customerId",
                                        "must be the caller's own customer"));
            } catch (ProblemException e) {
                return new BatchItem.Wrong(e.problem());
            }
        }
        return item;
    }

    private List<Result> results(List<BatchItem> items, HttpServletRequest request) {
        List<@Nullable Future<CommandResult<Order>>> answers = new ArrayList<>(items.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (BatchItem item : items) {
                answers.add(
                        switch (item) {
                            case BatchItem.Wrong _ -> null;
                            case BatchItem.Placing(var order, var key) -> {
                                Command<OrderCommand> command = command(order, key, request);
                                yield threads.submit(() -> gateway.send(command));
                            }
                        });
            }
        } // each has its answer, or has failed
        List<Result> results = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            results.add(
                    switch (items.get(i)) {
                        case BatchItem.Wrong(var problem) -> new Result.Failed(problem);
                        case BatchItem.Placing _ ->
                                result(Objects.requireNonNull(answers.get(i)), request);
                    });
        }
        return results;
    }

    private static Result result(Future<CommandResult<Order>> answer, HttpServletRequest request) {
        if (answer.state() == Future.State.FAILED) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "An order of a batch failed.",
                    answer.exceptionNow());
            return new Result.Failed(
                    Problem.of(ProblemType.INTERNAL, ProblemType.INTERNAL.explanation()));
        }
        try {
            return new Result.Placed(OrderAnswers.accepted(answer.resultNow(), request));
        } catch (ProblemException e) {
            return new Result.Failed(e.problem());
        }
    }

    private static Command<OrderCommand> command(
            PlaceOrder order, @Nullable String key, HttpServletRequest request) {
        Command<OrderCommand> command =
                RequestHeaders.applied(
                        Command.beginning(OrderDecider.streamOf(order.orderId()), order),
                        () -> OrderFingerprint.of(null, order),
                        request);
        return key == null
                ? command
                : command.withKey(
                        new CommandKey(
                                Identity.scoped(key, request), OrderFingerprint.of(null, order)));
    }

    private static void write(Result result, HttpServletRequest request, StreamedAnswer answer)
            throws IOException {
        switch (result) {
            case Result.Placed(var placed) -> {
                answer.write("{\"status\":201,\"order\":");
                answer.write(OrderJson.order(placed.state(), placed.version()));
            }
            case Result.Failed(var problem) -> {
                answer.write("{\"status\":" + problem.status() + ",\"problem\":");
                answer.write(ProblemWriter.bytes(problem, request.getRequestURI()));
            }
        }
        answer.write("}");
    }
}
