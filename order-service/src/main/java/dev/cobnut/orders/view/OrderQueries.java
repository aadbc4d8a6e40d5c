package dev.cobnut.orders.view;

import dev.cobnut.orders.domain.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Queries over several orders. Thread-safe; a call may block for the time of a read.
///
/// The results follow the commands after the time that delivery takes. To read its own writes, a
/// client reads an order by its id.
public interface OrderQueries {

    /// The ids of a customer's orders, newest first: ids grow with time.
    ///
    /// @param before return only orders older than the one with this id; null for the first page
    /// @param limit most ids to return, from 1
    List<String> idsOfCustomer(String customerId, @Nullable String before, int limit);

    /// The orders with these ids, in their order. An order of which no event can be applied is left
    /// out. Ask for few at a time: an order may have 100 KB.
    List<Found> find(List<String> ids);

    /// @param version of the last event that the order contains
    /// @param behind true when the next event of the order could not be applied
    record Found(Order order, long version, boolean behind) {}
}
