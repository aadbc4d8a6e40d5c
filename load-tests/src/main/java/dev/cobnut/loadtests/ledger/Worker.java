package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrderCommand;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes orders through their lives, one command at a time, and writes down each. It is the only
/// one to touch its orders, so it always knows what the next answer must build on. The first
/// command without an answer ends it.
final class Worker implements Callable<@Nullable Void> {

    /// A page of the customer view shows them all.
    private static final int ORDERS_PER_CUSTOMER = 8;

    private static final int OPEN_ORDERS_MAX = 6;

    private final OrdersClient client;
    private final Ledger ledger;
    private final String name;
    private final SplittableRandom random;
    private final BooleanSupplier goesOn;
    private final IntConsumer acknowledged;
    private final List<JsonNode> open = new ArrayList<>();
    private int commands;
    private int placements;

    /// @param name unique over all runs; part of its keys and customers
    /// @param acknowledged told 1 for each answer that is in the ledger
    Worker(
            OrdersClient client,
            Ledger ledger,
            String name,
            SplittableRandom random,
            BooleanSupplier goesOn,
            IntConsumer acknowledged) {
        this.client = client;
        this.ledger = ledger;
        this.name = name;
        this.random = random;
        this.goesOn = goesOn;
        this.acknowledged = acknowledged;
    }

    @Override
    public @Nullable Void call() throws IOException, InterruptedException {
        boolean answered = true;
        while (answered && goesOn.getAsBoolean()) {
            boolean place =
                    open.isEmpty() || (open.size() < OPEN_ORDERS_MAX && random.nextInt(100) < 40);
            answered = place ? advance(null) : advance(open.remove(random.nextInt(open.size())));
        }
        return null;
    }

    /// @param order as last answered, or null for a new one
    /// @return whether there was an answer that says what happened
    private boolean advance(@Nullable JsonNode order) throws IOException, InterruptedException {
        OrderCommand command = order == null ? placement() : next(order);
        Exchange exchange = send(client, ledger, command);
        if (exchange.answer() == null) {
            return false;
        }
        if (exchange.acknowledged()) {
            acknowledged.accept(1);
            JsonNode now = exchange.answer().json();
            if (!isEnd(now.path("status").asString())) {
                open.add(now);
            }
        } else if (order != null) {
            open.add(order);
        }
        return exchange.acknowledged() || exchange.refused();
    }

    /// Sends a command and writes down what came of it.
    static Exchange send(OrdersClient client, Ledger ledger, OrderCommand command)
            throws IOException, InterruptedException {
        long n = ledger.attempt(command);
        Answer answer;
        try {
            answer = client.send(command);
        } catch (IOException e) {
            ledger.unanswered(n, String.valueOf(e));
            return new Exchange(command, null);
        }
        ledger.answered(n, answer);
        return new Exchange(command, answer);
    }

    private OrderCommand placement() {
        String key = key();
        String customer = name + "-" + placements++ / ORDERS_PER_CUSTOMER;
        return new OrderCommand(
                CommandKind.PLACE, key, null, null, OrderBodies.placement(customer, key));
    }

    private OrderCommand next(JsonNode order) {
        int dice = random.nextInt(100);
        CommandKind kind =
                switch (order.path("status").asString()) {
                    case "PLACED" -> dice < 60 ? CommandKind.CONFIRM : rarePlaced(dice);
                    case "CONFIRMED" -> dice < 85 ? CommandKind.PAY : CommandKind.CANCEL;
                    case "PAID" -> dice < 90 ? CommandKind.SHIP : CommandKind.CANCEL;
                    case "SHIPPED" -> CommandKind.DELIVER;
                    case String other ->
                            throw new IllegalStateException("An order that is " + other);
                };
        String key = key();
        String body =
                switch (kind) {
                    case PLACE -> throw new AssertionError(kind);
                    case CHANGE_LINES -> OrderBodies.lines(1 + dice % 7);
                    case PAY -> OrderBodies.payment(order.path("total"), key);
                    case SHIP -> OrderBodies.shipment(key);
                    case CANCEL -> OrderBodies.cancellation(key);
                    case CONFIRM, DELIVER -> OrderBodies.empty();
                };
        @Nullable Long ifMatch = random.nextBoolean() ? order.path("version").asLong() : null;
        return new OrderCommand(kind, key, order.path("orderId").asString(), ifMatch, body);
    }

    /// What happens to a placed order besides its confirmation; shipping it is refused.
    private static CommandKind rarePlaced(int dice) {
        if (dice < 80) {
            return CommandKind.CHANGE_LINES;
        }
        return dice < 95 ? CommandKind.CANCEL : CommandKind.SHIP;
    }

    private static boolean isEnd(String status) {
        return status.equals("DELIVERED") || status.equals("CANCELLED");
    }

    private String key() {
        return name + "-k" + commands++;
    }
}
