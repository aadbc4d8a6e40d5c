package dev.cobnut.orders.stats;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.statistic.FactReader;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderCancelled;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderDelivered;
import dev.cobnut.orders.domain.OrderEvent.OrderPaid;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderEvent.OrderShipped;
import dev.cobnut.orders.stats.OrderFact.Kind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes facts of the events of orders. Used by one thread.
///
/// A payment, a shipment or a cancellation needs what the order was before. Orders that are neither
/// shipped nor cancelled are kept, up to a limit. What is not kept is read from the order's stream.
final class OrderFacts implements FactReader<OrderFact> {

    /// Most bytes of the orders that are kept; an order of two lines takes about 250.
    static final int BYTES_KEPT_MAX = 8 * 1024 * 1024;

    private static final int PAGE_MAX = 256;

    private static final Set<String> SAYING_NOTHING =
            Set.of(OrderConfirmed.class.getSimpleName(), OrderDelivered.class.getSimpleName());

    private final String category;
    private final EventCodec<OrderEvent> codec;
    private final Journal journal;
    private final OpenOrders open;

    /// @param category of the orders' streams
    OrderFacts(String category, EventCodec<OrderEvent> codec, Journal journal, int bytesKeptMax) {
        this.category = category;
        this.codec = codec;
        this.journal = journal;
        open = new OpenOrders(bytesKeptMax);
    }

    @Override
    public void read(RecordedEvent event, Consumer<OrderFact> facts) {
        if (!event.stream().category().equals(category) || SAYING_NOTHING.contains(event.type())) {
            return;
        }
        if (!tell(event, facts)) {
            open.forget(event.stream()); // so that what follows does not depend on what is kept
            facts.accept(OrderFact.of(Kind.UNREADABLE, event.metadata().time(), null));
        }
    }

    /// @return false when the event, or the order before it, cannot be read
    private boolean tell(RecordedEvent recorded, Consumer<OrderFact> facts) {
        List<OrderEvent> read = decode(recorded);
        if (read == null) {
            return false;
        }
        for (OrderEvent event : read) {
            if (!tell(recorded, event, facts)) {
                return false;
            }
        }
        return true;
    }

    /// @return null when this code cannot read it, or it does not parse
    private @Nullable List<OrderEvent> decode(RecordedEvent event) {
        try {
            return codec.decodeAll(event);
        } catch (RuntimeException _) {
            return null; // counted as unreadable
        }
    }

    /// @return false when the order before the event cannot be read
    private boolean tell(RecordedEvent recorded, OrderEvent event, Consumer<OrderFact> facts) {
        StreamId stream = recorded.stream();
        if (event instanceof OrderPlaced placed) {
            open.keep(stream, OpenOrder.of(placed));
            facts.accept(OrderFact.of(Kind.PLACED, placed.placedAt(), placed.currency()));
            return true;
        }
        OpenOrder before = open.find(stream);
        if (event instanceof OrderConfirmed
                || event instanceof OrderDelivered
                || (event instanceof LinesChanged && before == null)) {
            return true; // lines are read from the stream when they are paid
        }
        OpenOrder order = before == null ? fromStream(recorded) : before;
        if (order == null) {
            return false;
        }
        switch (event) {
            case OrderPaid(var amount, _, var at) -> {
                open.keep(stream, OpenOrder.after(order, event));
                facts.accept(
                        OrderFact.ofMoney(Kind.PAID, at, order.currency(), amount, order.lines()));
            }
            case OrderShipped(_, _, var at) -> {
                open.forget(stream);
                long millis = Math.max(0, Duration.between(order.placedAt(), at).toMillis());
                facts.accept(OrderFact.shipped(at, order.currency(), millis));
            }
            case OrderCancelled(_, _, var at) -> {
                open.forget(stream);
                facts.accept(OrderFact.of(Kind.CANCELLED, at, order.currency()));
                BigDecimal paid = order.paid();
                if (paid != null) {
                    facts.accept(
                            OrderFact.ofMoney(
                                    Kind.REFUNDED, at, order.currency(), paid, order.lines()));
                }
            }
            case LinesChanged _ -> open.keep(stream, OpenOrder.after(order, event));
            case OrderPlaced _, OrderConfirmed _, OrderDelivered _ -> {}
        }
        return true;
    }

    /// The order before an event.
    private @Nullable OpenOrder fromStream(RecordedEvent event) {
        OpenOrder order = null;
        long version = 0;
        while (version < event.version() - 1) {
            List<RecordedEvent> page = journal.read(event.stream(), version, PAGE_MAX);
            if (page.isEmpty()) {
                return null;
            }
            for (RecordedEvent earlier : page) {
                version = earlier.version();
                if (version >= event.version()) {
                    return order;
                }
                if (SAYING_NOTHING.contains(earlier.type())) {
                    continue;
                }
                try {
                    order = codec.fold(order, earlier, OpenOrder::after);
                } catch (RuntimeException _) {
                    return null; // counted as unreadable
                }
            }
        }
        return order;
    }

    int bytesKept() {
        return open.bytes();
    }
}
