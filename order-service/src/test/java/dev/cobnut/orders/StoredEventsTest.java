package dev.cobnut.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.test.archive.EventArchive;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The stored form of every event. A journal that this code has written must be readable for ever.
class StoredEventsTest {

    private static final Instant AT = Instant.parse("2026-11-20T10:15:30.123456Z");
    private static final EventCodec<OrderEvent> CODEC = new OrderDecider().codec();
    private static final List<OrderLine> LINES =
            List.of(new OrderLine("nut-1", 2, new BigDecimal("12.50")));

    private static OrderPlaced placed(@Nullable String line2) {
        return new OrderPlaced(
                UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55"),
                "ada",
                Currency.getInstance("EUR"),
                LINES,
                new BigDecimal("25.00"),
                new ShippingAddress("Ada", "1 Nut Street", line2, "Kent", "TN1", "GB"),
                AT);
    }

    @Test
    void everyEventIsStoredAsTheArchiveHasItAndReadBackFromIt() {
        EventArchive.of(CODEC, Path.of("src/test/resources/order-events"))
                .check(
                        placed("Flat 2"),
                        new LinesChanged(LINES, new BigDecimal("25.00"), AT),
                        new OrderConfirmed(AT),
                        new OrderPaid(new BigDecimal("25.00"), "pay-1", AT),
                        new OrderShipped("DHL", "track-1", AT),
                        new OrderDelivered(AT),
                        new OrderCancelled("no more", true, AT));
    }

    @Test
    void aSecondAddressLineThatIsAbsentIsLeftOut() {
        Payload stored = CODEC.encode(placed(null));

        assertThat(stored.asUtf8()).doesNotContain("line2");
        assertThat(CODEC.decode("OrderPlaced", 1, stored)).isEqualTo(placed(null));
    }
}
