/// The statistics of the orders: sums per minute and currency, in the memory of each member.
///
/// ```text
/// Statistics (framework) ─▶ OrderFacts    events → facts, with what the order was before
///                        ─▶ OrderSums     one sum per minute and currency ◀─ StatsQuery
/// ```
///
/// [OrderStatistic] is what the framework runs. The minute of a fact is that of the event's own
/// time (placed, paid, cancelled, shipped), in UTC.
@NullMarked
package dev.cobnut.orders.stats;

import org.jspecify.annotations.NullMarked;
