package dev.cobnut.loadtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneWinnerIT {

    private static final int ORDERS = 50;
    private static final int THREADS = 32;

    @TempDir Path folder;

    @Test
    void ofManyCommandsOnTheSameVersionExactlyOneSucceeds() throws Exception {
        try (ServiceProcess service = RealService.start(folder);
                OrdersClient client = new OrdersClient(service.uri());
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < ORDERS; i++) {
                String body = OrderBodies.placement("one-winner", "Jane");
                Answer placed = client.send(command(CommandKind.PLACE, null, null, body));
                assertThat(placed.status()).isEqualTo(201);
                String orderId = placed.json().path("orderId").asString();

                List<Integer> answers = race(client, threads, orderId);

                assertThat(answers).as(orderId).containsOnlyOnce(200).containsOnly(200, 412);
                assertThat(client.events(orderId)).hasSize(2);
            }
        }
    }

    private static List<Integer> race(OrdersClient client, ExecutorService threads, String orderId)
            throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Callable<Integer>> commands = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            CommandRequest command =
                    t % 2 == 0
                            ? command(CommandKind.CONFIRM, orderId, 1L, OrderBodies.empty())
                            : command(
                                    CommandKind.CANCEL,
                                    orderId,
                                    1L,
                                    OrderBodies.cancellation("changed my mind"));
            commands.add(() -> {
                start.await();
                return client.send(command).status();
            });
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Integer> status : threads.invokeAll(commands)) {
            statuses.add(status.get());
        }
        return statuses;
    }

    private static CommandRequest command(
            CommandKind kind, @Nullable String orderId, @Nullable Long ifMatch, String body) {
        return new CommandRequest(kind, UUID.randomUUID().toString(), orderId, ifMatch, body);
    }
}
