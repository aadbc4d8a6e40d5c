package dev.cobnut.orders.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.journal.LookupChange;
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

class OrdersByCustomerTest {

    @Test
    void anOrderThatIsPlacedEntersTheLookupOfItsCustomer() {
        UUID id = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");
        var placed =
                new OrderPlaced(
                        id,
                        "ada",
                        Currency.getInstance("EUR"),
                        List.of(new OrderLine("nut", 1, new BigDecimal("1.00"))),
                        new BigDecimal("1.00"),
                        new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB"),
                        Instant.EPOCH);

        assertThat(OrdersByCustomer.changes(placed))
                .containsExactly(new LookupChange.Put("orders-by-customer", "ada", id.toString()));
    }

    @Test
    void aCancelledOrderStaysWithItsCustomer() {
        assertThat(OrdersByCustomer.changes(new OrderCancelled("no more", false, Instant.EPOCH)))
                .isEmpty();
    }
}
