package dev.cobnut.orders.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.Projection.LookupRow;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OrderViewTest {

    private final OrderDecider domain = new OrderDecider();
    private final OrderView view =
            new OrderView(OrderDecider.CATEGORY, domain.codec(), OrderDecider.storedForm());

    private RecordedEvent recorded(OrderEvent event, long version) {
        return new NewEvent(
                        new UUID(0, version),
                        domain.codec().type(event),
                        1,
                        domain.codec().encode(event),
                        EventMetadata.at(Instant.EPOCH))
                .recorded(StreamId.of("order", "1"), version, version, version);
    }

    @Test
    void anOrderThatIsPlacedEntersTheLookupOfItsCustomerAndStaysThere() {
        Order order = Order.evolve(null, placed());
        assertThat(view.lookups(order, recorded(placed(), 1)))
                .containsExactly(LookupRow.put("orders-by-customer", "ada"));

        OrderEvent cancelled = new OrderCancelled("no more", false, Instant.EPOCH);
        assertThat(view.lookups(Order.evolve(order, cancelled), recorded(cancelled, 2))).isEmpty();
    }

    private static OrderPlaced placed() {
        return new OrderPlaced(
                UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55"),
                "ada",
                Currency.getInstance("EUR"),
                List.of(new OrderLine("nut", 2, new BigDecimal("1.10"))),
                new BigDecimal("2.20"),
                new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB"),
                Instant.EPOCH);
    }

    @Test
    void theStoredFormOfAnEntryReadsBackEqual() {
        Order placed = Order.evolve(null, placed());
        Order cancelled =
                Order.evolve(
                        placed,
                        new OrderCancelled("no more", false, Instant.EPOCH.plusNanos(1_000)));

        assertThat(view.decode(view.encode(placed))).isEqualTo(placed);
        assertThat(view.decode(view.encode(cancelled))).isEqualTo(cancelled);
    }
}
