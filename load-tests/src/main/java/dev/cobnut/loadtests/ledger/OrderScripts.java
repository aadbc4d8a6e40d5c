package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Creates the next command of each order, with a unique key. Not thread-safe.
public final class OrderScripts {

    /// Orders per customer. One page of the customer's view shows all of them.
    private static final int ORDERS_PER_CUSTOMER = 8;

    private final String name;
    private final SplittableRandom random;
    private int commands;
    private int placements;

    /// @param name unique over all runs; part of the keys and customers
    public OrderScripts(String name, SplittableRandom random) {
        this.name = name;
        this.random = random;
    }

    public CommandRequest placement() {
        String key = key();
        String customer = name + "-" + placements++ / ORDERS_PER_CUSTOMER;
        return new CommandRequest(
                CommandKind.PLACE, key, null, null, OrderBodies.placement(customer, key));
    }

    /// @param order the order of the last answer
    public CommandRequest next(JsonNode order) {
        int dice = random.nextInt(100);
        CommandKind kind =
                switch (order.path("status").asString()) {
                    case "PLACED" -> dice < 60 ? CommandKind.CONFIRM : rarePlaced(dice);
                    case "CONFIRMED" -> dice < 85 ? CommandKind.PAY : CommandKind.CANCEL;
                    case "PAID" -> dice < 90 ? CommandKind.SHIP : CommandKind.CANCEL;
                    case "SHIPPED" -> CommandKind.DELIVER;
                    case String other ->
                            throw new IllegalStateException(
                                    "No command follows the status " + other);
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
        return new CommandRequest(kind, key, order.path("orderId").asString(), ifMatch, body);
    }

    /// Changes the lines of an order that other workers also change.
    public CommandRequest change(String orderId) {
        return new CommandRequest(
                CommandKind.CHANGE_LINES,
                key(),
                orderId,
                null,
                OrderBodies.lines(1 + random.nextInt(1_000)));
    }

    /// A command for a placed order other than confirmation. Shipping is rejected.
    private static CommandKind rarePlaced(int dice) {
        if (dice < 80) {
            return CommandKind.CHANGE_LINES;
        }
        return dice < 95 ? CommandKind.CANCEL : CommandKind.SHIP;
    }

    public static boolean isEnd(String status) {
        return status.equals("DELIVERED") || status.equals("CANCELLED");
    }

    private String key() {
        return name + "-k" + commands++;
    }
}
