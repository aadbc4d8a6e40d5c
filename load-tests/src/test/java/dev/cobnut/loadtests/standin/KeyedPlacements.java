package dev.cobnut.loadtests.standin;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Sends placements with their keys until each is answered, and then once more.
public final class KeyedPlacements {

    /// After as many tries without an answer the test has failed.
    private static final int TRIES_MAX = 60;

    private KeyedPlacements() {}

    /// @param changedAnswers keys whose second answer was not the first one
    public record Result(List<Placed> placed, List<String> changedAnswers) {

        /// How many orders each of the placements has left behind; each has its own customer.
        public List<Integer> ordersPerKey(OrdersClient client) throws Exception {
            List<Integer> counts = new ArrayList<>();
            for (Placed one : placed) {
                counts.add(client.ordersOf("customer-" + one.key()).size());
            }
            return counts;
        }
    }

    record Placed(String key, Answer first, Answer second) {}

    public static Result place(URI service, int count, int threads) throws Exception {
        List<Placed> placed = new ArrayList<>();
        try (OrdersClient client = new OrdersClient(service);
                ExecutorService senders = Executors.newFixedThreadPool(threads)) {
            List<Future<Placed>> pending = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String key = "key-" + i;
                pending.add(senders.submit(() -> place(client, key)));
            }
            for (Future<Placed> one : pending) {
                placed.add(one.get());
            }
        }
        List<String> changed =
                placed.stream()
                        .filter(one -> !one.first().sameAs(one.second()))
                        .map(Placed::key)
                        .toList();
        return new Result(placed, changed);
    }

    private static Placed place(OrdersClient client, String key)
            throws IOException, InterruptedException {
        String body = OrderBodies.placement("customer-" + key, key);
        CommandRequest command = new CommandRequest(CommandKind.PLACE, key, null, null, body);
        return new Placed(key, untilAnswered(client, command), untilAnswered(client, command));
    }

    private static Answer untilAnswered(OrdersClient client, CommandRequest command)
            throws IOException, InterruptedException {
        IOException last = new IOException("never tried");
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            try {
                return client.send(command);
            } catch (IOException e) {
                last = e;
            }
        }
        throw new IOException("no answer in %d tries".formatted(TRIES_MAX), last);
    }
}
