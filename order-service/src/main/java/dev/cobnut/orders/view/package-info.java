/// The order view and its queries. The view is the fold of an order's events
/// ([dev.cobnut.orders.domain.Order#evolve]) and the lookup of a customer's orders.
///
/// ```text
/// lookup  orders-by-customer   group = customer id   item = order id (UUIDv7: larger is newer)
/// ```
///
/// In: recorded events, from the framework's delivery. Out: [OrderQueries].
@NullMarked
package dev.cobnut.orders.view;

import org.jspecify.annotations.NullMarked;
