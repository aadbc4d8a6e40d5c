package dev.cobnut.orders.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.OrderStatus;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.test.scenario.DomainScenario;
import dev.cobnut.test.scenario.ViewScenario;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
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
    void anOrderIsInTheListsOfAllOrdersAndOfItsCustomerWhateverBecomesOfIt() {
        view.given(PLACED).thenInLookup("orders-by-customer", "ada").thenInLookup("orders", "all");
        view.given(PLACED, CANCELLED)
                .thenInLookup("orders-by-customer", "ada")
                .thenInLookup("orders", "all");
    }

    @Test
    void anOrderIsInTheListOfItsStatusOnly() {
        List<OrderEvent> life = new ArrayList<>(List.of(PLACED));
        assertStatus(life, OrderStatus.PLACED);
        assertCancelledAfter(life);
        life.add(new OrderConfirmed(Instant.EPOCH));
        assertStatus(life, OrderStatus.CONFIRMED);
        assertCancelledAfter(life);
        life.add(new OrderPaid(new BigDecimal("2.20"), "p-1", Instant.EPOCH));
        assertStatus(life, OrderStatus.PAID);
        assertCancelledAfter(life);
        life.add(new OrderShipped("post", "t-1", Instant.EPOCH));
        assertStatus(life, OrderStatus.SHIPPED);
        life.add(new OrderDelivered(Instant.EPOCH));
        assertStatus(life, OrderStatus.DELIVERED);
    }

    private void assertCancelledAfter(List<OrderEvent> life) {
        List<OrderEvent> cancelled = new ArrayList<>(life);
        cancelled.add(CANCELLED);
        assertStatus(cancelled, OrderStatus.CANCELLED);
    }

    private void assertStatus(List<OrderEvent> events, OrderStatus only) {
        var shown = view.given(events.toArray(OrderEvent[]::new));
        for (OrderStatus status : OrderStatus.values()) {
            if (status == only) {
                shown.thenInLookup("orders-by-status", status.name());
            } else {
                shown.thenNotInLookup("orders-by-status", status.name());
            }
        }
    }

    @Test
    void anOrderIsInTheListsOfItsProductsAndStaysWhereItHasBeen() {
        var changed =
                new LinesChanged(
                        List.of(new OrderLine("bolt", 1, new BigDecimal("3.00"))),
                        new BigDecimal("3.00"),
                        Instant.EPOCH);
        view.given(PLACED)
                .thenInLookup("orders-by-product", "nut")
                .thenNotInLookup("orders-by-product", "bolt");
        view.given(PLACED, changed)
                .thenInLookup("orders-by-product", "bolt")
                .thenInLookup("orders-by-product", "nut");
    }

    @Test
    void aTypeOfEventThatNoListKnowsIsAFailureAndNotALackOfRows() {
        Order order = DomainScenario.of(orders).given(PLACED).state();
        var projection =
                new OrderView(OrderDecider.CATEGORY, orders.codec(), OrderDecider.storedForm());
        var event =
                new RecordedEvent(
                        new UUID(1, 1),
                        OrderDecider.streamOf(PLACED.orderId()),
                        2,
                        "OrderLost",
                        1,
                        Payload.ofUtf8("{}"),
                        EventMetadata.at(Instant.EPOCH),
                        2,
                        2);

        assertThatThrownBy(() -> projection.lookups(order, event))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no list knows a OrderLost");
    }

    @Test
    void aListLeavesOutAnOrderThatHasTheProductNoMore() {
        Order order = DomainScenario.of(orders).given(PLACED).state();

        assertThat(new OrderFilter(null, null, "nut", null, null, false).matches(order)).isTrue();
        assertThat(new OrderFilter(null, null, "bolt", null, null, false).matches(order)).isFalse();
        assertThat(
                        new OrderFilter("ada", OrderStatus.PLACED, "nut", null, null, true)
                                .matches(order))
                .isTrue();
        assertThat(new OrderFilter("ada", OrderStatus.PAID, null, null, null, true).matches(order))
                .isFalse();
        assertThat(new OrderFilter("bob", null, null, null, null, true).matches(order)).isFalse();
    }

    @Test
    void theEntryOfAnOrderIsTheOrder() {
        DomainScenario<Order, ?, OrderEvent> order = DomainScenario.of(orders);

        view.given(PLACED).thenValue(order.given(PLACED).state());
        view.given(PLACED, CANCELLED).thenValue(order.given(PLACED, CANCELLED).state());
    }
}
