package dev.cobnut.orders.view;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.View;
import dev.cobnut.orders.domain.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers from the order view.
public final class OrderViewQueries implements OrderQueries {

    private final String category;
    private final View<Order> orders;

    /// @param category of the orders' streams
    public OrderViewQueries(String category, View<Order> orders) {
        this.category = category;
        this.orders = orders;
    }

    @Override
    public List<String> idsOfCustomer(String customerId, @Nullable String before, int limit) {
        return orders
                .idsByLookup(
                        OrderView.BY_CUSTOMER,
                        customerId,
                        before == null ? null : StreamId.of(category, before),
                        limit)
                .stream()
                .map(StreamId::id)
                .toList();
    }

    @Override
    public List<Found> find(List<String> ids) {
        return orders.findAll(ids.stream().map(id -> StreamId.of(category, id)).toList()).stream()
                .map(viewed -> new Found(viewed.value(), viewed.version(), viewed.behind()))
                .toList();
    }
}
