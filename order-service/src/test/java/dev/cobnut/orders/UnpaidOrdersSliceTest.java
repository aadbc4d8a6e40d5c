package dev.cobnut.orders;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.OrderStatus;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.test.slice.CobnutTest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

/// The setting starts the process.
@CobnutTest(properties = "cobnut.orders.cancel-unpaid-after=1s")
@Import(OrderServiceConfiguration.class)
class UnpaidOrdersSliceTest {

    @Test
    void anOrderThatIsNotPaidInTimeIsCancelled(
            @Autowired CommandGateway<Order, OrderCommand> orders, @Autowired OrderIds ids) {
        UUID id = ids.next();
        var lines = List.of(new OrderLine("nut-1", 2, new BigDecimal("12.50")));
        var address = new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB");
        var place = new PlaceOrder(id, "ada", Currency.getInstance("EUR"), lines, address);
        var _ = orders.send(Command.beginning(OrderDecider.streamOf(id), place));

        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() ->
                        orders.state(OrderDecider.streamOf(id)).orElseThrow().state().status()
                                == OrderStatus.CANCELLED);
    }
}
