package dev.cobnut.orders.view;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.View.Viewed;
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
    public Page ofCustomer(String customerId, @Nullable String before, int limit) {
        List<Viewed<Order>> found =
                orders.findByLookup(
                        OrderView.BY_CUSTOMER,
                        customerId,
                        before == null ? null : StreamId.of(category, before),
                        limit + 1);
        List<Viewed<Order>> page = found.subList(0, Math.min(limit, found.size()));
        return new Page(
                page.stream().map(viewed -> new Found(viewed.value(), viewed.version())).toList(),
                found.size() > limit ? page.getLast().stream().id() : null);
    }
}
