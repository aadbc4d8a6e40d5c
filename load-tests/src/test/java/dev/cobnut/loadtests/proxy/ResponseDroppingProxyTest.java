package dev.cobnut.loadtests.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.orders.OrdersClient;
import dev.cobnut.loadtests.standin.KeyedPlacements;
import dev.cobnut.loadtests.standin.StandInFaults;
import dev.cobnut.loadtests.standin.StandInService;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResponseDroppingProxyTest {

    @TempDir Path folder;

    @Test
    void placementsThatAreRetriedWithTheirKeysArriveOnce() throws Exception {
        try (StandInService service = StandInService.start(folder, StandInFaults.none());
                ResponseDroppingProxy proxy = new ResponseDroppingProxy(service.address(), 0.2, 7);
                OrdersClient direct = new OrdersClient(service.uri())) {
            KeyedPlacements.Result result = KeyedPlacements.place(proxy.uri(), 200, 8);

            assertThat(proxy.dropped()).isBetween(50L, 160L);
            assertThat(result.changedAnswers()).isEmpty();
            assertThat(result.ordersPerKey(direct)).containsOnly(1);
        }
    }

    @Test
    void aServiceThatForgetsItsKeysIsCaught() throws Exception {
        StandInFaults forgetful = new StandInFaults(0, true);
        try (StandInService service = StandInService.start(folder, forgetful);
                ResponseDroppingProxy proxy = new ResponseDroppingProxy(service.address(), 0.2, 7);
                OrdersClient direct = new OrdersClient(service.uri())) {
            KeyedPlacements.Result result = KeyedPlacements.place(proxy.uri(), 100, 8);

            assertThat(result.changedAnswers()).isNotEmpty();
            assertThat(result.ordersPerKey(direct)).anyMatch(orders -> orders > 1);
        }
    }
}
