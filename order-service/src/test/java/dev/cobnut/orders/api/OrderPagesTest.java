package dev.cobnut.orders.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.orders.view.OrderQueries.Found;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.HeapRoom;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/// What the parts of a page take of the room that all readers share.
class OrderPagesTest {

    /// Of a large order, which has more than a hundred bytes per line.
    private static final int LINES = 100;

    private final ScriptedOrders orders = new ScriptedOrders();
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @Test
    void aLaterPartThatIsLargerThanTheFirstOneIsChargedToTheRoom() throws IOException {
        List<String> ids = ids(14);
        var room = room(1_000_000);
        List<Integer> parts = new ArrayList<>();
        List<Long> held = new ArrayList<>();
        orders.orders(
                ids,
                some -> {
                    parts.add(some.size());
                    held.add(room.held());
                    return some.stream().map(id -> order(ids.indexOf(id) < 4 ? 1 : LINES)).toList();
                });

        pages(room).list(list(), List.of(), response);

        assertThat(parts).containsExactly(4, 8, 2);
        assertThat(held.get(0)).isZero();
        assertThat(held.get(1)).isBetween(400L, 10_000L);
        assertThat(held.get(2)).isGreaterThan(8 * LINES * 100L);
        assertThat(room.held()).isZero();
    }

    @Test
    void aLaterPartThatDoesNotFitIsRefusedAndTheRoomComesBack() {
        List<String> ids = ids(6);
        var room = room(10_000);
        orders.orders(
                ids,
                some -> some.stream().map(id -> order(ids.indexOf(id) < 4 ? 1 : LINES)).toList());

        assertThatThrownBy(() -> pages(room).list(list(), List.of(), response))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().type()).isEqualTo(ProblemType.UNAVAILABLE));
        assertThat(response.isCommitted()).isFalse();
        assertThat(room.held()).isZero();
    }

    @Test
    void anEventThatIsLargerThanThePageBeforeIsChargedToTheRoom() {
        var room = room(2 * EventPage.BYTES_MAX);
        orders.events(
                (after, _) -> List.of(event(after + 1, EventPage.BYTES_MAX * (int) (after + 1))));

        assertThatThrownBy(() -> new EventPages(orders, room).send(stream(), 0, 3, false, response))
                .isInstanceOf(ProblemException.class);
        assertThat(room.held()).isZero();
    }

    @Test
    void aPartHasAtMostTwiceTheOrdersOfTheOneBeforeAlsoWhereOrdersAreLeftOut() throws IOException {
        List<Integer> parts = new ArrayList<>();
        orders.orders(
                ids(60),
                some -> {
                    parts.add(some.size());
                    return parts.size() == 1
                            ? List.of()
                            : some.stream().map(_ -> order(1)).toList();
                });

        pages(room(1_000_000)).list(list(), List.of(), response);

        assertThat(parts).containsExactly(4, 1, 2, 4, 8, 16, 16, 9);
    }

    private OrderPages pages(HeapRoom room) {
        return new OrderPages(orders, room);
    }

    private static OrderListRequest list() {
        var request = new MockHttpServletRequest("GET", "/orders");
        request.addParameter("customerId", "ada");
        request.addParameter("limit", "100");
        return OrderListRequest.of(request);
    }

    private static HeapRoom room(long bytes) {
        return new HeapRoom(bytes, new SimpleMeterRegistry());
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> new UUID(1, i).toString()).toList();
    }

    static Found order(int lines) {
        var placed =
                new OrderPlaced(
                        new UUID(1, 2),
                        "ada",
                        Currency.getInstance("EUR"),
                        IntStream.range(0, lines)
                                .mapToObj(i -> new OrderLine("x".repeat(95) + i, 1, BigDecimal.ONE))
                                .toList(),
                        BigDecimal.valueOf(lines),
                        new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB"),
                        Instant.EPOCH);
        return new Found(Order.evolve(null, placed), 1, false);
    }

    private static StreamId stream() {
        return StreamId.of("order", new UUID(1, 2).toString());
    }

    private static RecordedEvent event(long version, int bytes) {
        return new RecordedEvent(
                new UUID(1, version),
                stream(),
                version,
                "OrderPlaced",
                1,
                Payload.ofUtf8('"' + "x".repeat(bytes) + '"'),
                EventMetadata.at(Instant.EPOCH),
                version,
                version);
    }
}
