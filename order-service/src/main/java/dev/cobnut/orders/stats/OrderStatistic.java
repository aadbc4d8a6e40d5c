package dev.cobnut.orders.stats;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.statistic.FactReader;
import dev.cobnut.framework.statistic.Statistic;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.stats.StatsAnswer.Point;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Sums up the orders per minute and currency, and answers from the sums.
public final class OrderStatistic implements Statistic<OrderFact, OrderSums.Key, OrderSum> {

    /// The name of the statistic.
    public static final String NAME = "orders";

    private final String category;
    private final EventCodec<OrderEvent> codec;
    private final Journal journal;
    private final StatsSettings settings;
    private final OrderSums sums;

    /// @param category of the orders' streams
    public OrderStatistic(
            String category,
            EventCodec<OrderEvent> codec,
            Journal journal,
            StatsSettings settings,
            InstantSource clock) {
        this.category = category;
        this.codec = codec;
        this.journal = journal;
        this.settings = settings;
        this.sums = new OrderSums(settings, clock);
    }

    /// Thread-safe. A query over a long range takes some milliseconds.
    public StatsAnswer answer(StatsQuery query) {
        return sums.answer(query);
    }

    /// Minutes whose sums have changed after a position, to be asked again with the last point
    /// until there are none. Thread-safe. When the position is that of the sums, it looks at none
    /// of them; otherwise at each from the instant on.
    ///
    /// @param after 0 for all
    /// @param from a whole minute; earlier ones are left out
    /// @param currency null for all
    public StatsChanges changes(
            long after, Instant from, @Nullable Currency currency, @Nullable Point last, int max) {
        return sums.changes(after, from, currency, last, max);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration history() {
        return settings.retention().plus(OrderSums.MARGIN);
    }

    @Override
    public FactReader<OrderFact> reader() {
        return new OrderFacts(category, codec, journal, OrderFacts.BYTES_KEPT_MAX);
    }

    @Override
    public OrderSums.Key key(OrderFact fact) {
        return new OrderSums.Key(fact.minute(), fact.currency());
    }

    @Override
    public OrderSum empty() {
        return new OrderSum();
    }

    @Override
    public void add(OrderSum sum, OrderFact fact) {
        sum.add(fact);
    }

    @Override
    public void begin(long position, Instant since) {
        sums.begin(position, since);
    }

    @Override
    public void commit(long position, List<Change<OrderSums.Key, OrderSum>> changes) {
        sums.add(position, changes);
    }
}
