/// What the queries read: the order view (the fold of an order's events, which is
/// [dev.cobnut.orders.domain.Order#evolve]) and the lookup of a customer's orders.
///
/// ```text
/// lookup  orders-by-customer   group = customer id   item = order id (UUIDv7: larger is newer)
/// ```
///
/// In: recorded events, by way of the framework's pipeline. Out: [OrderQueries].
@NullMarked
package dev.cobnut.orders.view;

import org.jspecify.annotations.NullMarked;
