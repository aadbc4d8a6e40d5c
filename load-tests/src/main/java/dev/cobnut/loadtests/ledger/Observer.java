package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.ledger.ObservedState.FoundOrder;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads the orders of a history back over HTTP.
public final class Observer {

    /// Number of reads under way at the same time.
    private static final int READERS = 8;

    static final String OUTBOX_PENDING = "outbox_pending";

    private final OrdersClient client;

    public Observer(OrdersClient client) {
        this.client = client;
    }

    public double outboxPending() throws IOException, InterruptedException {
        return client.metric(OUTBOX_PENDING)
                .orElseThrow(() -> new IOException("There is no metric " + OUTBOX_PENDING));
    }

    public ObservedState observe(CommandHistory history) throws IOException, InterruptedException {
        Map<String, JsonNode> views = new HashMap<>();
        for (List<JsonNode> orders : inParallel(history.customers(), client::ordersOf)) {
            orders.forEach(order -> views.put(order.path("orderId").asString(), order));
        }
        Set<String> ids = new LinkedHashSet<>(history.orderIds());
        ids.addAll(views.keySet());
        Map<String, FoundOrder> orders = new HashMap<>();
        List<Map.Entry<String, FoundOrder>> found =
                inParallel(ids, id -> Map.entry(id, found(id, views.get(id))));
        found.forEach(entry -> orders.put(entry.getKey(), entry.getValue()));
        return new ObservedState(orders, outboxPending());
    }

    private FoundOrder found(String id, @Nullable JsonNode view)
            throws IOException, InterruptedException {
        return new FoundOrder(client.order(id).orElse(null), client.events(id), view);
    }

    private interface Read<A, R> {
        R of(A argument) throws IOException, InterruptedException;
    }

    private static <A, R> List<R> inParallel(Set<A> arguments, Read<A, R> read)
            throws IOException, InterruptedException {
        List<Callable<R>> tasks = new ArrayList<>();
        arguments.forEach(argument -> tasks.add(() -> read.of(argument)));
        List<R> results = new ArrayList<>();
        try (ExecutorService readers =
                Executors.newFixedThreadPool(READERS, Thread.ofVirtual().factory())) {
            for (Future<R> result : readers.invokeAll(tasks)) {
                results.add(result.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("A read failed after the restart", e.getCause());
        }
        return results;
    }
}
