package dev.cobnut.loadtests.demo;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Places three orders, takes one through its life, shows a repeated and a rejected command, and
/// reads the result.
final class Story {

    private static final Duration VIEW_MAX = Duration.ofSeconds(30);
    private static final long VIEW_POLL_MS = 10;
    private static final int ORDERS = 3;

    private final URI service;
    private final PrintStream out;
    private final String customer = "demo-" + UUID.randomUUID().toString().substring(0, 8);
    private boolean asExpected = true;

    Story(URI service, PrintStream out) {
        this.service = service;
        this.out = out;
    }

    /// @return true when every answer was the expected one
    boolean tell() throws IOException, InterruptedException {
        try (OrdersClient client = new OrdersClient(service)) {
            out.printf("%n%s places %d orders:%n", customer, ORDERS);
            CommandRequest first = placement();
            Answer placed = send(client, first, 201);
            for (int i = 1; i < ORDERS; i++) {
                send(client, placement(), 201);
            }
            if (!asExpected) {
                return false;
            }
            String orderId = placed.json().path("orderId").asString();
            out.println(
                    "\nSuppose that the first answer was lost. The command is sent again with its key:");
            Answer again = send(client, first, 201);
            expect(again.sameAs(placed), "the same answer, and still one order");
            out.println("\nShipping comes too early:");
            send(
                    client,
                    command(CommandKind.SHIP, orderId, OrderBodies.shipment("00340434161094")),
                    409);
            out.println("\nThe order goes its usual way:");
            String payment = OrderBodies.payment(placed.json().path("total"), "invoice-4711");
            send(client, command(CommandKind.CONFIRM, orderId, OrderBodies.empty()), 200);
            send(client, command(CommandKind.PAY, orderId, payment), 200);
            send(
                    client,
                    command(CommandKind.SHIP, orderId, OrderBodies.shipment("00340434161094")),
                    200);
            send(client, command(CommandKind.DELIVER, orderId, OrderBodies.empty()), 200);
            events(client, orderId);
            view(client);
            out.printf("%nSee for yourself: curl %s/orders/%s%n", service, orderId);
        }
        return asExpected;
    }

    private void events(OrdersClient client, String orderId)
            throws IOException, InterruptedException {
        out.println("\nThe stored events of the order:");
        for (JsonNode event : client.events(orderId)) {
            out.printf(
                    "  %s  %-14s  %s%n",
                    event.path("version"),
                    event.path("type").asString(),
                    event.path("at").asString());
        }
    }

    private void view(OrdersClient client) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + VIEW_MAX.toNanos();
        List<JsonNode> orders = client.ordersOf(customer);
        while (!isCaughtUp(orders) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(VIEW_POLL_MS);
            orders = client.ordersOf(customer);
        }
        out.printf("%nThe orders of %s, as the view shows them:%n", customer);
        for (JsonNode order : orders) {
            out.println("  " + line(order));
        }
        expect(isCaughtUp(orders), "all orders are in the view");
    }

    private static boolean isCaughtUp(List<JsonNode> orders) {
        return orders.size() == ORDERS
                && orders.stream()
                        .anyMatch(order -> order.path("status").asString().equals("DELIVERED"));
    }

    private Answer send(OrdersClient client, CommandRequest command, int expected)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Answer answer = client.send(command);
        double ms = (System.nanoTime() - start) / 1e6;
        out.printf("  %-8s → %d in %5.1f ms  ", command.kind(), answer.status(), ms);
        out.println(answer.acknowledges() ? line(answer.json()) : refusal(answer));
        if (answer.status() != expected) {
            expect(false, "an answer of " + expected);
        }
        return answer;
    }

    private void expect(boolean is, String what) {
        out.println((is ? "  ✓ " : "  ✗ expected: ") + what);
        asExpected &= is;
    }

    private static String line(JsonNode order) {
        return "%s  %-9s  version %s  %s %s"
                .formatted(
                        order.path("orderId").asString(),
                        order.path("status").asString(),
                        order.path("version"),
                        order.path("total").asString(),
                        order.path("currency").asString());
    }

    private static String refusal(Answer answer) {
        return answer.body().startsWith("{")
                ? answer.json().path("detail").asString()
                : answer.body();
    }

    private CommandRequest placement() {
        return command(
                CommandKind.PLACE, null, OrderBodies.placement(customer, "Corylus Avellana"));
    }

    private static CommandRequest command(CommandKind kind, @Nullable String orderId, String body) {
        return new CommandRequest(kind, UUID.randomUUID().toString(), orderId, null, body);
    }
}
