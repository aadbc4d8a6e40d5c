package dev.cobnut.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderCommand;
import dev.cobnut.orders.domain.OrderCommand.ConfirmOrder;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.OrderStatus;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.orders.view.OrderFilter;
import dev.cobnut.orders.view.OrderQueries;
import dev.cobnut.test.slice.CobnutTest;
import dev.cobnut.test.slice.ServiceUnderTest;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

/// The orders and their view without the HTTP side.
@CobnutTest
@Import(OrderServiceConfiguration.class)
class OrderSliceTest {

    @Test
    void aConfirmedOrderIsInTheListOfItsCustomer(
            @Autowired CommandGateway<Order, OrderCommand> orders,
            @Autowired OrderIds ids,
            @Autowired OrderQueries queries,
            @Autowired ServiceUnderTest service) {
        UUID id = ids.next();
        var lines = List.of(new OrderLine("nut-1", 2, new BigDecimal("12.50")));
        var address = new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB");
        var place = new PlaceOrder(id, "ada", Currency.getInstance("EUR"), lines, address);
        orders.send(Command.beginning(OrderDecider.streamOf(id), place));
        orders.send(Command.to(OrderDecider.streamOf(id), new ConfirmOrder()));

        service.awaitDelivered();

        var ofAda = OrderFilter.ofCustomer("ada");
        assertThat(queries.find(ofAda, queries.ids(ofAda, null, 10).ids()))
                .extracting(found -> found.order().status())
                .containsExactly(OrderStatus.CONFIRMED);
    }
}
