package dev.cobnut.loadtests.containers;

import static org.awaitility.Awaitility.await;

import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Causes faults of a [PlantedNode] from outside, with one method per fault.
final class Faults {

    private static final Duration SOON = Duration.ofMinutes(4);
    private static final int AT_ONCE = 32;
    private static final int LINES = 100;
    private static final int FEED_LINES = 100;

    private final Stack stack;
    private final OrdersClient client;
    private Turn turn = () -> {};

    /// What must go on for a fault to be seen.
    private interface Turn {
        void take() throws Exception;
    }

    Faults(Stack stack, OrdersClient client) {
        this.stack = stack;
        this.client = client;
    }

    /// To be called again and again while an alert is awaited.
    void keepOn() throws Exception {
        turn.take();
    }

    /// Takes every fault away that a test before may have left. No test needs another one's
    /// success.
    void heal() throws Exception {
        diskHasSpace();
        deliveryGoesOn();
        processorIsBack();
    }

    /// A few requests of every kind.
    void ordinaryTraffic() throws Exception {
        for (int i = 0; i < 5; i++) {
            Answer placed = place("jane");
            String orderId = placed.json().path("orderId").asString();
            client.send(command(CommandKind.CONFIRM, orderId, OrderBodies.empty()));
            client.order(orderId);
            client.ordersOf("jane");
        }
        followAnOrder();
    }

    /// A client of the live feed that stays until it has an event. Heartbeats bound the wait.
    private void followAnOrder() throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(stack.uri().resolve("/orders/feed")).build();
            HttpResponse<Stream<String>> feed =
                    http.send(request, HttpResponse.BodyHandlers.ofLines());
            place("jane");
            String _ =
                    feed.body()
                            .limit(FEED_LINES)
                            .filter(line -> line.startsWith("event: "))
                            .findFirst()
                            .orElseThrow();
        } finally {
            http.shutdownNow();
        }
    }

    void commandOnAnUnreadableStream() throws Exception {
        client.send(
                command(CommandKind.CONFIRM, PlantedNode.UNREADABLE_ORDER, OrderBodies.empty()));
        turn = () -> {};
    }

    void moreRequestsThanMayBeAtOnce() {
        turn = () -> atOnce(AT_ONCE);
    }

    void deliveryIsHeldBack() throws Exception {
        paused(true);
        for (int i = 0; i < 2 * PlantedNode.OUTBOX_MAX; i++) {
            place("held-back");
        }
        turn = () -> {};
    }

    void deliveryGoesOn() throws Exception {
        paused(false);
    }

    void diskIsFull() throws Exception {
        // Ends when the disk is full, which is its purpose.
        stack.shell()
                .run(
                        Stack.COMMAND_MAX,
                        "docker",
                        "exec",
                        stack.container("cobnut"),
                        "bash",
                        "-c",
                        "for i in {1..16}; do head -c 8000000 /dev/zero > /data/full-$i || exit 0; done");
        turn = () -> place("full");
    }

    void diskHasSpace() throws Exception {
        stack.docker("exec", stack.container("cobnut"), "bash", "-c", "rm -f /data/full-*");
        turn = () -> {};
    }

    void processorIsTaken() throws Exception {
        stack.docker("update", "--cpus", "0.05", stack.container("cobnut"));
        turn = () -> atOnce(PlantedNode.IN_FLIGHT_MAX - 1);
    }

    void processorIsBack() throws Exception {
        stack.docker("update", "--cpus", Stack.processors(), stack.container("cobnut"));
        turn = () -> {};
        await().atMost(SOON).until(() -> place("back").status() == 201);
    }

    /// The journal's log may not grow any more: writing it is an error of the file, not of a disk
    /// that is full. It must be a command's write that meets it, not one of the delivery's.
    void diskFails() throws Exception {
        paused(true);
        await().atMost(SOON)
                .until(() ->
                        client.send(command(CommandKind.PLACE, null, large())).status() != 201);
        turn = () -> {};
    }

    void processIsKilledAndStartedAgain() throws Exception {
        stack.docker("kill", stack.container("cobnut"));
        stack.compose(Stack.START_MAX, "up", "-d", "--no-build", "--wait", "cobnut");
    }

    void processHangs() throws Exception {
        stack.docker("pause", stack.container("cobnut"));
    }

    private void paused(boolean paused) throws IOException, InterruptedException {
        URI endpoint = stack.uri().resolve("/actuator/outbox");
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    http.send(
                            HttpRequest.newBuilder(endpoint)
                                    .header("Content-Type", "application/json")
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "{\"paused\":%s}".formatted(paused)))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("the delivery was not held back: " + answer.body());
            }
        }
    }

    private Answer place(String customer) throws IOException, InterruptedException {
        return client.send(
                command(CommandKind.PLACE, null, OrderBodies.placement(customer, "Jane")));
    }

    /// Answers do not matter, not even that there is none.
    private void atOnce(int requests) throws InterruptedException {
        Callable<Void> one =
                () -> {
                    place("at-once");
                    return null;
                };
        List<Callable<Void>> all = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            all.add(one);
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> answer : threads.invokeAll(all)) {
                answer.isDone();
            }
        }
    }

    private static String large() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append(i == 0 ? "" : ",")
                    .append(
                            "{\"productId\":\"hazel-%d\",\"quantity\":2,\"unitPrice\":\"17.99\"}"
                                    .formatted(i));
        }
        return OrderBodies.placement("large", "Jane")
                .replaceAll("\"lines\":\\[.*?]", "\"lines\":[" + lines + "]");
    }

    private static CommandRequest command(CommandKind kind, @Nullable String orderId, String body) {
        return new CommandRequest(kind, UUID.randomUUID().toString(), orderId, null, body);
    }
}
