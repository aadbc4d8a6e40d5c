package dev.cobnut.loadtests.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.lab.service.ServiceProcess;
import dev.cobnut.loadtests.RealService;
import dev.cobnut.loadtests.orders.OrdersClient;
import dev.cobnut.loadtests.standin.KeyedPlacements;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExactlyOncePerKeyIT {

    private static final int PLACEMENTS = 2_000;

    @TempDir Path folder;

    @Test
    void placementsThatAreRetriedAfterLostAnswersMakeOneOrderEach() throws Exception {
        try (ServiceProcess service = RealService.start(folder);
                ResponseDroppingProxy proxy =
                        new ResponseDroppingProxy(service.address(), 0.2, 20_261_120);
                OrdersClient direct = new OrdersClient(service.uri())) {
            KeyedPlacements.Result result = KeyedPlacements.place(proxy.uri(), PLACEMENTS, 16);

            assertThat(proxy.dropped()).isGreaterThan(PLACEMENTS / 10);
            assertThat(result.changedAnswers()).isEmpty();
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> direct.metric("outbox_pending").orElse(1) == 0);
            assertThat(result.ordersPerKey(direct)).hasSize(PLACEMENTS).containsOnly(1);
        }
    }
}
