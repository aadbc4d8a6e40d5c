package dev.cobnut.orders.view;

import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.test.scenario.DomainScenario;
import dev.cobnut.test.scenario.ViewScenario;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OrderViewTest {

    private static final OrderPlaced PLACED =
            new OrderPlaced(
                    UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55"),
                    "ada",
                    Currency.getInstance("EUR"),
                    List.of(new OrderLine("nut", 2, new BigDecimal("1.10"))),
                    new BigDecimal("2.20"),
                    new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB"),
                    Instant.EPOCH);
    private static final OrderCancelled CANCELLED =
            new OrderCancelled("no more", false, Instant.EPOCH.plusNanos(1_000));

    private final OrderDecider orders = new OrderDecider();
    private final ViewScenario<Order, OrderEvent> view =
            ViewScenario.of(
                    new OrderView(OrderDecider.CATEGORY, orders.codec(), OrderDecider.storedForm()),
                    orders);

    @Test
    void anOrderThatIsPlacedEntersTheLookupOfItsCustomerAndStaysThere() {
        view.given(PLACED).thenInLookup("orders-by-customer", "ada");
        view.given(PLACED, CANCELLED).thenInLookup("orders-by-customer", "ada");
    }

    @Test
    void theEntryOfAnOrderIsTheOrder() {
        DomainScenario<Order, ?, OrderEvent> order = DomainScenario.of(orders);

        view.given(PLACED).thenValue(order.given(PLACED).state());
        view.given(PLACED, CANCELLED).thenValue(order.given(PLACED, CANCELLED).state());
    }
}
