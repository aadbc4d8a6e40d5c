package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.orders.OrderServiceApplication;
import dev.cobnut.orders.api.FeedClient.Received;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// Feeds do not end by themselves, so a stop must not wait for them.
class FeedStopTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir Path folder;

    @Test
    void aStopEndsFeedsInOrderAndAClientGoesOnAfterTheRestart() throws Exception {
        String position;
        try (ConfigurableApplicationContext service = start();
                FeedClient client = new FeedClient(port(service), "/orders/feed");
                FeedClient statistics = ofStatistics(port(service))) {
            ApiClient.on(port(service)).placed();
            assertThat(client.next().name()).isEqualTo("OrderPlaced");

            long begin = System.nanoTime();
            assertThat(SpringApplication.exit(service)).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("the stop does not wait for the time of running requests, 60 s here")
                    .isLessThan(Duration.ofSeconds(50));

            Received end = client.next();
            assertThat(end.name()).isEqualTo("end");
            assertThat(end.data().path("reason").asString()).isEqualTo("stopping");
            assertThat(end.data().path("position").asString()).isEqualTo(end.id());
            await().atMost(SOON).until(client::isOver);
            position = client.lastId();
            Received last = statistics.next();
            while (!last.name().equals("end")) {
                last = statistics.next();
            }
            assertThat(last.data().path("reason").asString()).isEqualTo("stopping");
        }
        try (ConfigurableApplicationContext service = start();
                FeedClient client =
                        new FeedClient(port(service), "/orders/feed", "Last-Event-ID", position)) {
            String path = ApiClient.on(port(service)).placed();
            assertThat(client.next().data().path("subject").asString())
                    .isEqualTo("order-" + path.substring("/orders/".length()));
        }
    }

    private static FeedClient ofStatistics(int port) throws Exception {
        await().atMost(SOON).until(() -> ApiClient.on(port).get("/stats").status() == 200);
        return new FeedClient(port, "/stats/feed");
    }

    private ConfigurableApplicationContext start() {
        return SpringApplication.run(
                OrderServiceApplication.class,
                "--server.port=0",
                "--cobnut.data=" + folder,
                "--spring.lifecycle.timeout-per-shutdown-phase=60s");
    }

    private static int port(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }
}
