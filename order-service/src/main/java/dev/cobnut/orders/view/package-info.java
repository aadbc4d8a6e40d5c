/// The order view and its queries. The view is the fold of an order's events
/// ([dev.cobnut.orders.domain.Order#evolve]) and the lookups of the lists.
///
/// ```text
/// lookup               group         rows of an order                   item of every lookup: the
/// orders.2             all           1                                  stream, order-<order id>;
/// orders-by-customer.2 customer id   1                                  ids are UUIDv7, so larger
/// orders-by-status.2   status        1, moved when the status changes   ones are newer, and a time
/// orders-by-product.2  product id    1 for each product that it has had is a range
/// ```
///
/// In: recorded events, from the framework's delivery. Out: [OrderQueries].
@NullMarked
package dev.cobnut.orders.view;

import org.jspecify.annotations.NullMarked;
