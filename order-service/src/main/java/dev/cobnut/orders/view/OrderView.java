package dev.cobnut.orders.view;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// The projection of the orders: the fold of an order's events, and the lookup from a customer to
/// the orders. A cancelled order stays in the lookup.
public final class OrderView implements Projection<Order> {

    /// The stored name of the lookup.
    public static final String BY_CUSTOMER = "orders-by-customer";

    private final String category;
    private final EventCodec<OrderEvent> codec;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    /// @param category of the orders' streams
    /// @param mapper writes orders to the map and reads them
    public OrderView(String category, EventCodec<OrderEvent> codec, JsonMapper mapper) {
        this.category = category;
        this.codec = codec;
        this.reader = mapper.readerFor(Order.class);
        this.writer = mapper.writerFor(Order.class);
    }

    @Override
    public String name() {
        return "orders";
    }

    @Override
    public Set<String> categories() {
        return Set.of(category);
    }

    @Override
    public @Nullable Order apply(@Nullable Order current, RecordedEvent event) {
        return codec.fold(current, event, Order::evolve);
    }

    @Override
    public Payload encode(Order order) {
        return Payload.of(writer.writeValueAsBytes(order));
    }

    @Override
    public Order decode(Payload payload) {
        return reader.readValue(payload.bytes());
    }

    @Override
    public List<LookupRow> lookups(Order after, RecordedEvent event) {
        return event.version() == 1
                ? List.of(LookupRow.put(BY_CUSTOMER, after.customerId()))
                : List.of();
    }
}
