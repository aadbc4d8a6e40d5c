package dev.cobnut.orders.view;

import dev.cobnut.orders.domain.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Queries over several orders. Thread-safe; a call may block for the time of a read.
///
/// The results follow the commands after the time that delivery takes. To read its own writes, a
/// client reads an order by its id.
public interface OrderQueries {

    /// A customer's orders, newest first: sorted by their ids, which grow with time.
    ///
    /// @param before return only orders older than the one with this id; null for the first page
    /// @param limit most orders to return, from 1
    Page ofCustomer(String customerId, @Nullable String before, int limit);

    /// @param next the `before` of the next page; null when this is the last one
    record Page(List<Found> orders, @Nullable String next) {
        public Page {
            orders = List.copyOf(orders);
        }
    }

    /// @param version of the order's stream
    record Found(Order order, long version) {}
}
