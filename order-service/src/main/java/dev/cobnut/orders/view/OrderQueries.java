package dev.cobnut.orders.view;

import dev.cobnut.orders.domain.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Questions that span orders. Thread-safe; may block for the time of a read.
///
/// The answers follow the commands by the time that delivery takes. Whoever needs to read what it
/// just wrote asks for the order by its id.
public interface OrderQueries {

    /// A customer's orders, newest first. The order of a page is that of the order ids, which grow
    /// with the time at which they were made.
    ///
    /// @param before return only orders older than the one with this id; null for the first page
    /// @param limit most orders to return, from 1
    Page ofCustomer(String customerId, @Nullable String before, int limit);

    /// @param next give this as `before` to get the page that follows; null when there is none
    record Page(List<Found> orders, @Nullable String next) {
        public Page {
            orders = List.copyOf(orders);
        }
    }

    /// @param version of the order's stream that the state is the fold of
    record Found(Order order, long version) {}
}
