package dev.cobnut.orders.view;

import dev.cobnut.orders.domain.Order;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Queries over several orders. Thread-safe; a call may block for the time of a read.
///
/// The results follow the commands after the time that delivery takes. [#await] waits for the
/// delivery of one's own.
public interface OrderQueries {

    /// A page of the ids of a list. The page may be short, or empty, and have a `next` all the
    /// same: a search for several things at once examines a bounded number of orders.
    ///
    /// @param behind the page begins behind the order with this id; null for the first page
    /// @param limit most ids of the page, from 1
    Ids ids(OrderFilter filter, @Nullable String behind, int limit);

    /// The orders with these ids that the list has, in their order. An order of which no event can
    /// be applied is left out. Ask for few at a time: an order may have 100 KB.
    List<Found> find(OrderFilter filter, List<String> ids);

    /// Waits until the lists contain what follows from events of the journal; see
    /// [dev.cobnut.framework.view.View#await].
    ///
    /// @return false when they do not, within the time that the settings allow
    boolean await(Collection<Long> positions);

    /// @param next the page that follows begins behind this id; null when this is the last page
    record Ids(List<String> ids, @Nullable String next) {}

    /// @param version of the last event that the order contains
    /// @param behind true when the next event of the order could not be applied
    record Found(Order order, long version, boolean behind) {}
}
