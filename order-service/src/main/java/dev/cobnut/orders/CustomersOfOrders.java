package dev.cobnut.orders;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells whose order an event is about. Only the first event of an order says it; those of the
/// orders that were asked for last are in memory. Thread-safe.
public final class CustomersOfOrders {

    /// Some megabytes.
    private static final int ORDERS_MAX = 20_000;

    private final Journal journal;
    private final EventCodec<OrderEvent> codec;

    /// Guarded by itself.
    private final Map<StreamId, String> known = new Recent();

    private static final class Recent extends LinkedHashMap<StreamId, String> {

        Recent() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<StreamId, String> eldest) {
            return size() > ORDERS_MAX;
        }
    }

    public CustomersOfOrders(Journal journal, EventCodec<OrderEvent> codec) {
        this.journal = journal;
        this.codec = codec;
    }

    /// May read the journal.
    ///
    /// @param event of an order
    /// @throws UnreadableEventException when the order's first event does not tell it
    public String of(RecordedEvent event) {
        String customer = known(event.stream());
        if (customer == null) {
            customer = read(event);
            synchronized (known) {
                known.put(event.stream(), customer);
            }
        }
        return customer;
    }

    private @Nullable String known(StreamId order) {
        synchronized (known) {
            return known.get(order);
        }
    }

    private String read(RecordedEvent event) {
        List<RecordedEvent> first =
                event.version() == 1 ? List.of(event) : journal.read(event.stream(), 0, 1);
        if (!first.isEmpty() && codec.decode(first.getFirst()) instanceof OrderPlaced placed) {
            return placed.customerId();
        }
        throw new UnreadableEventException(
                event.stream() + " does not begin with OrderPlaced", null);
    }
}
