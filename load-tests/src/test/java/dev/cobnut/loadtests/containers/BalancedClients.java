package dev.cobnut.loadtests.containers;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Clients of the load balancer's address. They send orders at a fixed rate, independent of
/// answers. A command without an answer, or with a 503, is sent once more with its key.
///
/// Waits count from the time at which a command was due.
final class BalancedClients implements AutoCloseable {

    private static final int PER_SECOND = 20;
    private static final int ATTEMPTS = 2;
    private static final Duration END_MAX = Duration.ofMinutes(2);

    private final OrdersClient client;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledFuture<?> ticks;
    private final List<String> acknowledged = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private long retried;
    private long longestWaitNanos;

    /// @param orders ids of those that were acknowledged
    /// @param failures what clients saw that had tried once more, a line each
    /// @param retried commands that were acknowledged at the second attempt
    record Seen(List<String> orders, List<String> failures, long retried, long longestWaitMs) {

        /// The same without the ids.
        Map<String, Object> measured() {
            return Map.of(
                    "acknowledged", orders.size(),
                    "failures", failures,
                    "retried", retried,
                    "longestWaitMs", longestWaitMs);
        }
    }

    BalancedClients(URI balancer) {
        client = new OrdersClient(balancer);
        ticks =
                clock.scheduleAtFixedRate(
                        () -> threads.execute(this::place),
                        0,
                        1_000 / PER_SECOND,
                        TimeUnit.MILLISECONDS);
    }

    /// How many were acknowledged until now.
    synchronized int acknowledged() {
        return acknowledged.size();
    }

    /// No more begin; those under way end.
    Seen end() throws InterruptedException {
        ticks.cancel(false);
        clock.shutdown();
        boolean ticked = clock.awaitTermination(END_MAX.toSeconds(), TimeUnit.SECONDS);
        threads.shutdown();
        if (!ticked || !threads.awaitTermination(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("clients did not end within " + END_MAX);
        }
        synchronized (this) {
            return new Seen(
                    List.copyOf(acknowledged),
                    List.copyOf(failures),
                    retried,
                    longestWaitNanos / 1_000_000);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        threads.shutdownNow();
        client.close();
    }

    private void place() {
        long due = System.nanoTime();
        CommandRequest command =
                new CommandRequest(
                        CommandKind.PLACE,
                        "key-" + UUID.randomUUID(),
                        null,
                        null,
                        OrderBodies.placement("balanced", "Jane"));
        String failure = "";
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            @Nullable Answer answer = null;
            try {
                answer = client.send(command);
                failure = answer.status() + " " + answer.body();
            } catch (IOException e) {
                failure = e.toString();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
            if (answer != null && answer.acknowledges()) {
                note(due, attempt, answer.json().path("orderId").asString());
                return;
            }
        }
        synchronized (this) {
            failures.add(failure);
        }
    }

    private synchronized void note(long due, int attempt, String orderId) {
        acknowledged.add(orderId);
        retried += attempt - 1;
        longestWaitNanos = Math.max(longestWaitNanos, System.nanoTime() - due);
    }
}
