package dev.cobnut.orders.domain;

import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import dev.cobnut.test.scenario.DomainScenario;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;

/// An order, its events, and scenarios that begin with them.
final class OrderFixture {

    static final Instant NOW = Instant.parse("2026-11-20T10:15:30.123456Z");
    static final UUID ID = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");
    static final Currency EUR = Currency.getInstance("EUR");
    static final List<OrderLine> LINES =
            List.of(
                    new OrderLine("nut-1", 2, new BigDecimal("12.50")),
                    new OrderLine("nut-2", 1, new BigDecimal("0.99")));
    static final BigDecimal TOTAL = new BigDecimal("25.99");
    static final ShippingAddress ADDRESS =
            new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB");

    static final PlaceOrder PLACE = new PlaceOrder(ID, "ada", EUR, LINES, ADDRESS);
    static final OrderPlaced PLACED = new OrderPlaced(ID, "ada", EUR, LINES, TOTAL, ADDRESS, NOW);
    static final OrderConfirmed CONFIRMED = new OrderConfirmed(NOW);
    static final OrderPaid PAID = new OrderPaid(TOTAL, "pay-1", NOW);
    static final OrderShipped SHIPPED = new OrderShipped("DHL", "track-1", NOW);
    static final OrderDelivered DELIVERED = new OrderDelivered(NOW);

    private OrderFixture() {}

    static DomainScenario<Order, OrderCommand, OrderEvent> given(OrderEvent... history) {
        return DomainScenario.of(new OrderDecider()).at(NOW).given(history);
    }
}
