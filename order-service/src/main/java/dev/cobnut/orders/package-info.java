/// The order service: an HTTP API over the rules of an order. The Cobnut framework stores and
/// delivers the events.
///
/// ```text
/// api      requests → commands, results → responses and problem details
/// access   who may do what: the caller, its scopes, and whose orders it sees
/// domain   decide and evolve, pure
/// stats    sums per minute and currency, by a Jet job of the framework
/// webhook  who gets the events by HTTP
/// view     the projection of the orders, and the queries that read it
/// startup  checks before the start, and the sentence when it fails
/// ```
///
/// This package starts the service and gives the framework its [OrderDecider]. It also tells whose
/// order an event is about ([CustomersOfOrders]). The framework's auto-configuration provides the
/// `CommandGateway<Order, OrderCommand>`.
@NullMarked
package dev.cobnut.orders;

import org.jspecify.annotations.NullMarked;
