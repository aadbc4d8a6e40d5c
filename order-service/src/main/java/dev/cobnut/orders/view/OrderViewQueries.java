package dev.cobnut.orders.view;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.LookupSearch;
import dev.cobnut.framework.view.LookupSearch.Group;
import dev.cobnut.framework.view.View;
import dev.cobnut.orders.domain.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers from the order view.
public final class OrderViewQueries implements OrderQueries {

    private final String category;
    private final View<Order> orders;
    private final Duration waitMax;

    /// @param category of the orders' streams
    /// @param waitMax longest time that [#await] takes
    public OrderViewQueries(String category, View<Order> orders, Duration waitMax) {
        this.category = category;
        this.orders = orders;
        this.waitMax = waitMax;
    }

    @Override
    public Ids ids(OrderFilter filter, @Nullable String behind, int limit) {
        String after = item(filter.idsAfter());
        String before = item(filter.idsBefore());
        String last = item(behind);
        if (last != null && filter.oldestFirst()) {
            after = after == null || last.compareTo(after) > 0 ? last : after;
        } else if (last != null) {
            before = before == null || last.compareTo(before) < 0 ? last : before;
        }
        View.FoundIds found =
                orders.search(
                        new LookupSearch(groups(filter), after, before, filter.oldestFirst()),
                        limit);
        String next = found.next();
        return new Ids(
                found.ids().stream().map(StreamId::id).toList(),
                next == null ? null : new StreamId(next).id());
    }

    /// The smallest first: a customer has fewer orders than a product, and a status has many.
    private static List<Group> groups(OrderFilter filter) {
        List<Group> groups = new ArrayList<>(3);
        if (filter.customerId() != null) {
            groups.add(new Group(OrderView.BY_CUSTOMER, filter.customerId()));
        }
        if (filter.productId() != null) {
            groups.add(new Group(OrderView.BY_PRODUCT, filter.productId()));
        }
        if (filter.status() != null) {
            groups.add(new Group(OrderView.BY_STATUS, filter.status().name()));
        }
        return groups.isEmpty() ? List.of(new Group(OrderView.ALL, OrderView.ALL_GROUP)) : groups;
    }

    private @Nullable String item(@Nullable String id) {
        return id == null ? null : category + "-" + id;
    }

    @Override
    public List<Found> find(OrderFilter filter, List<String> ids) {
        return orders.findAll(ids.stream().map(id -> StreamId.of(category, id)).toList()).stream()
                .filter(viewed -> filter.matches(viewed.value()))
                .map(viewed -> new Found(viewed.value(), viewed.version(), viewed.behind()))
                .toList();
    }

    @Override
    public boolean await(Collection<Long> positions) {
        return orders.await(positions, waitMax);
    }
}
