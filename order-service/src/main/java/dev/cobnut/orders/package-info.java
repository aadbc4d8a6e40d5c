/// The order service: HTTP in front, the rules of an order in the middle, the Cobnut framework for
/// everything that has to last.
///
/// ```text
/// api     requests → commands, results → responses and problem details
/// domain  decide and evolve, pure
/// view    what the queries read
/// ```
///
/// This package starts it and hands the domain to the framework ([OrderDecider]). The framework's
/// auto-configuration gives back the `CommandGateway<Order, OrderCommand>`.
@NullMarked
package dev.cobnut.orders;

import org.jspecify.annotations.NullMarked;
