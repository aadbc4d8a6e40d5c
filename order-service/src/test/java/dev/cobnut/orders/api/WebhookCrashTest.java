package dev.cobnut.orders.api;

import static dev.cobnut.orders.api.WebhookCalls.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.OrderServiceApplication;
import dev.cobnut.orders.api.ApiClient.Answer;
import dev.cobnut.orders.api.WebhookReceiver.Arrival;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole service as a process, killed while it sends to a receiver that fails 30 % of the
/// requests.
class WebhookCrashTest {

    private static final int KILLS = 3;
    private static final int ORDERS = 20;
    private static final int ARRIVALS_MIN = 10;
    private static final int ARRIVALS_MAX = 50;
    private static final long SEED = 20_261_124;
    private static final long LATE_MILLIS = 1_000;

    @TempDir Path data;

    @Test
    void killsOfTheServiceLoseNoEventAndKeepTheOrderOfEachOrder() throws Exception {
        Random random = new Random(SEED);
        List<String> orders = new ArrayList<>();
        List<Arrival> sent;
        List<Arrival> came;
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            receiver.behave(WebhookReceiver.unreliable(SEED, receiver, LATE_MILLIS));
            for (int kill = 0; kill < KILLS; kill++) {
                int port = freePort();
                Process service = start(port);
                try {
                    ApiClient api = ready(service, port);
                    if (kill == 0) {
                        WebhookCalls.register(api, receiver, "");
                    }
                    int enough =
                            receiver.arrivals().size() + random.nextInt(ARRIVALS_MIN, ARRIVALS_MAX);
                    for (int i = 0; i < ORDERS; i++) {
                        orders.add(api.placedAnd("confirm", "pay"));
                    }
                    await().atMost(SOON).until(() -> receiver.arrivals().size() >= enough);
                    assertThat(service.isAlive()).as("it runs until it is killed").isTrue();
                } finally {
                    service.destroyForcibly();
                }
                assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
            }
            int port = freePort();
            Process last = start(port);
            try {
                ApiClient api = ready(last, port);
                sent = WebhookCalls.events(api, orders);
                WebhookCalls.awaitAll(api, orders, receiver);
                came = receiver.arrivals();
            } finally {
                last.destroy();
                assertThat(last.waitFor(1, TimeUnit.MINUTES)).isTrue();
            }
            assertThat(receiver.forged()).as("the secret survives").isZero();
        }
        assertThat(sent).hasSize(KILLS * ORDERS * 3);
        assertThat(WebhookReceiver.faults(sent, came)).isEmpty();
        assertThat(came).as("failures and kills made repetitions").hasSizeGreaterThan(sent.size());

        List<Arrival> lost = new ArrayList<>(came);
        Arrival one = sent.get(1);
        lost.removeIf(one::equals);
        assertThat(WebhookReceiver.faults(sent, lost))
                .as("the checker sees one lost event in this run")
                .contains("missing: " + one);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Process start(int port) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OrderServiceApplication.class.getName(),
                        "--server.port=" + port,
                        "--cobnut.data=" + data,
                        "--cobnut.webhooks.enabled=true",
                        "--cobnut.webhooks.keys=" + WebhookCalls.KEY,
                        "--cobnut.webhooks.allow-private=true",
                        "--cobnut.webhooks.attempts-max=1000",
                        "--cobnut.webhooks.backoff-min=1ms",
                        "--cobnut.webhooks.backoff-max=20ms",
                        "--cobnut.webhooks.connect-deadline=500ms",
                        "--cobnut.webhooks.answer-deadline=500ms")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(data.resolveSibling(data.getFileName() + "-stderr.txt").toFile())
                .start();
    }

    private static ApiClient ready(Process service, int port) {
        ApiClient api = ApiClient.on(port);
        await().atMost(SOON)
                .until(() -> {
                    assertThat(service.isAlive()).as("the service runs").isTrue();
                    return isReady(api);
                });
        return api;
    }

    private static boolean isReady(ApiClient api) {
        try {
            Answer answer = api.get("/readyz");
            return answer.status() == 200;
        } catch (AssertionError _) {
            return false; // it does not listen yet
        }
    }
}
