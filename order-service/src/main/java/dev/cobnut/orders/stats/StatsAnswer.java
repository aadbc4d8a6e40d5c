package dev.cobnut.orders.stats;

import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;

/// The answer to a [StatsQuery].
public sealed interface StatsAnswer {

    /// @param position the sums contain the events of the journal through this position
    /// @param since the sums are complete from this minute on
    /// @param productsSince the same for the counters of products
    /// @param unreadable events of the range that could not be read, and are in no sum
    /// @param totals of the whole range, by currency
    /// @param points by time and then by currency; a step without events has none
    /// @param products most pieces first, then by id
    record Report(
            long position,
            Instant since,
            Instant productsSince,
            long unreadable,
            Map<Currency, OrderSum> totals,
            List<Point> points,
            List<Product> products)
            implements StatsAnswer {}

    /// @param at begin of the step
    record Point(Instant at, Currency currency, OrderSum sum) {}

    /// @param pieces that were paid for, less those that were refunded; at least 1
    record Product(String productId, long pieces) {}

    /// The range has more points than the query allows.
    record TooManyPoints(int points) implements StatsAnswer {}
}
