package dev.cobnut.orders.view;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.view.Projection;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.LinesChanged;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.OrderStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// The projection of the orders: the fold of an order's events, and the lookups of the lists.
///
/// The rows of an event are the same when it is delivered again, after later events. What the order
/// was before it is not known. So a product whose line was taken out of an order keeps its row;
/// lists leave the order out.
public final class OrderView implements Projection<Order> {

    static final String ALL = "orders";

    /// The only group of [#ALL].
    static final String ALL_GROUP = "all";

    static final String BY_CUSTOMER = "orders-by-customer";
    static final String BY_STATUS = "orders-by-status";
    static final String BY_PRODUCT = "orders-by-product";

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

    /// 2: lists of all orders, and those by status and by product.
    @Override
    public int version() {
        return 2;
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
        return switch (event.type()) {
            case "OrderPlaced" -> placed(after, event);
            case "LinesChanged" -> changed(event);
            case "OrderConfirmed" -> moved(OrderStatus.PLACED, OrderStatus.CONFIRMED);
            case "OrderPaid" -> moved(OrderStatus.CONFIRMED, OrderStatus.PAID);
            case "OrderShipped" -> moved(OrderStatus.PAID, OrderStatus.SHIPPED);
            case "OrderDelivered" -> moved(OrderStatus.SHIPPED, OrderStatus.DELIVERED);
            case "OrderCancelled" -> moved(statusBeforeCancelled(after), OrderStatus.CANCELLED);
            default -> throw new IllegalStateException("no list knows a " + event.type());
        };
    }

    private List<LookupRow> placed(Order order, RecordedEvent event) {
        // The lines are those of the event, unless they were changed since.
        List<OrderLine> lines = order.lineChanges() == 0 ? order.lines() : linesOf(event);
        List<LookupRow> rows = new ArrayList<>(3 + lines.size());
        rows.add(LookupRow.put(ALL, ALL_GROUP));
        rows.add(LookupRow.put(BY_CUSTOMER, order.customerId()));
        rows.add(LookupRow.put(BY_STATUS, OrderStatus.PLACED.name()));
        addProducts(lines, rows);
        return rows;
    }

    private List<LookupRow> changed(RecordedEvent event) {
        List<LookupRow> rows = new ArrayList<>();
        addProducts(linesOf(event), rows);
        return rows;
    }

    private List<OrderLine> linesOf(RecordedEvent event) {
        return switch (codec.decode(event)) {
            case OrderPlaced placed -> placed.lines();
            case LinesChanged changed -> changed.lines();
            case OrderEvent other -> throw new IllegalStateException("no lines in a " + other);
        };
    }

    private static void addProducts(List<OrderLine> lines, List<LookupRow> rows) {
        for (OrderLine line : lines) {
            rows.add(LookupRow.put(BY_PRODUCT, line.productId()));
        }
    }

    private static List<LookupRow> moved(OrderStatus from, OrderStatus to) {
        return List.of(
                LookupRow.remove(BY_STATUS, from.name()), LookupRow.put(BY_STATUS, to.name()));
    }

    /// Nothing follows a cancellation, so the order tells how far it had come.
    private static OrderStatus statusBeforeCancelled(Order order) {
        if (order.payment() != null) {
            return OrderStatus.PAID;
        }
        return order.confirmedAt() != null ? OrderStatus.CONFIRMED : OrderStatus.PLACED;
    }
}
