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
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The stored shape of every event. A journal that this code has written must be readable for ever:
/// a change of a line here needs an upcaster, and the old line stays as its test.
class StoredEventsTest {

    private static final Instant AT = Instant.parse("2026-11-20T10:15:30.123456Z");
    private static final EventCodec<OrderEvent> CODEC = new OrderDecider().codec();

    record Shape(OrderEvent event, String stored) {}

    static Stream<Shape> storedEvents() {
        var lines = List.of(new OrderLine("nut-1", 2, new BigDecimal("12.50")));
        return Stream.of(
                new Shape(
                        new OrderPlaced(
                                UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55"),
                                "ada",
                                Currency.getInstance("EUR"),
                                lines,
                                new BigDecimal("25.00"),
                                new ShippingAddress(
                                        "Ada", "1 Nut Street", "Flat 2", "Kent", "TN1", "GB"),
                                AT),
                        """
                        {"orderId":"019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55","customerId":"ada","currency":"EUR",\
                        "lines":[{"productId":"nut-1","quantity":2,"unitPrice":"12.50"}],"total":"25.00",\
                        "shippingAddress":{"name":"Ada","line1":"1 Nut Street","line2":"Flat 2","city":"Kent",\
                        "postalCode":"TN1","country":"GB"},"placedAt":"2026-11-20T10:15:30.123456Z"}\
                        """),
                new Shape(
                        new LinesChanged(lines, new BigDecimal("25.00"), AT),
                        """
                        {"lines":[{"productId":"nut-1","quantity":2,"unitPrice":"12.50"}],"total":"25.00",\
                        "changedAt":"2026-11-20T10:15:30.123456Z"}\
                        """),
                new Shape(
                        new OrderConfirmed(AT),
                        "{\"confirmedAt\":\"2026-11-20T10:15:30.123456Z\"}"),
                new Shape(
                        new OrderPaid(new BigDecimal("25.00"), "pay-1", AT),
                        """
                        {"amount":"25.00","reference":"pay-1","paidAt":"2026-11-20T10:15:30.123456Z"}\
                        """),
                new Shape(
                        new OrderShipped("DHL", "track-1", AT),
                        """
                        {"carrier":"DHL","trackingNumber":"track-1","shippedAt":"2026-11-20T10:15:30.123456Z"}\
                        """),
                new Shape(
                        new OrderDelivered(AT),
                        "{\"deliveredAt\":\"2026-11-20T10:15:30.123456Z\"}"),
                new Shape(
                        new OrderCancelled("no more", true, AT),
                        """
                        {"reason":"no more","refundDue":true,"cancelledAt":"2026-11-20T10:15:30.123456Z"}\
                        """));
    }

    @ParameterizedTest
    @MethodSource("storedEvents")
    void anEventIsStoredInThisShapeAndReadBackFromIt(Shape shape) {
        OrderEvent event = shape.event();
        String stored = shape.stored();

        assertThat(CODEC.encode(event).asUtf8()).isEqualTo(stored);
        assertThat(CODEC.type(event)).isEqualTo(event.getClass().getSimpleName());
        assertThat(CODEC.schemaVersion(event)).isEqualTo(1);
        assertThat(CODEC.decode(CODEC.type(event), 1, Payload.ofUtf8(stored))).isEqualTo(event);
    }

    @Test
    void everyEventHasAStoredShapeHere() {
        List<Class<?>> shown =
                storedEvents().<Class<?>>map(shape -> shape.event().getClass()).toList();

        assertThat(shown).containsExactlyInAnyOrder(OrderEvent.class.getPermittedSubclasses());
    }

    @Test
    void aSecondAddressLineThatIsAbsentIsLeftOut() {
        var placed = (OrderPlaced) storedEvents().findFirst().orElseThrow().event();
        var without =
                new OrderPlaced(
                        placed.orderId(),
                        placed.customerId(),
                        placed.currency(),
                        placed.lines(),
                        placed.total(),
                        new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB"),
                        placed.placedAt());

        Payload stored = CODEC.encode(without);

        assertThat(stored.asUtf8()).doesNotContain("line2");
        assertThat(CODEC.decode("OrderPlaced", 1, stored)).isEqualTo(without);
    }
}
