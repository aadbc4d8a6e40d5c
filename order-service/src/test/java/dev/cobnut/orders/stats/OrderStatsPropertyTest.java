package dev.cobnut.orders.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.statistic.Statistic.Change;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.Events;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.stats.StatsAnswer.Report;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// The facts and sums of random lives of orders, without the job: late and repeated events, changed
/// lines, cancelled orders, several currencies, events that cannot be read, and more open orders
/// than are kept.
class OrderStatsPropertyTest {

    /// More bytes than an order of three lines takes.
    private static final int LARGEST_ORDER = 300;

    private static final StatsSettings SETTINGS =
            new StatsSettings(true, Duration.ofHours(24), 1_000_000, 1, 1);

    /// Reads the journal as a job does that commits, and ends, at random.
    private static OrderStatistic summedUp(Journal journal, int bytesKeptMax, Random random) {
        OrderStatistic statistic =
                new OrderStatistic(
                        OrderDecider.CATEGORY,
                        new OrderDecider().codec(),
                        journal,
                        SETTINGS,
                        InstantSource.system());
        statistic.begin(0, Instant.now().minus(statistic.history()));
        Map<OrderSums.Key, OrderSum> window = new HashMap<>();
        try (Events events = new Events(journal, Duration.ofSeconds(1))) {
            OrderFacts reader = reader(journal, bytesKeptMax);
            for (RecordedEvent event : events.stream(0, EventFilter.all()).toList()) {
                reader.read(
                        event,
                        fact ->
                                statistic.add(
                                        window.computeIfAbsent(
                                                statistic.key(fact), _ -> statistic.empty()),
                                        fact));
                assertThat(reader.bytesKept())
                        .isLessThanOrEqualTo(Math.max(bytesKeptMax, LARGEST_ORDER));
                if (random.nextInt(20) == 0) {
                    commit(statistic, event.position(), window);
                    reader = random.nextInt(3) == 0 ? reader(journal, bytesKeptMax) : reader;
                }
            }
            commit(statistic, journal.lastPosition(), window);
        }
        return statistic;
    }

    private static OrderFacts reader(Journal journal, int bytesKeptMax) {
        return new OrderFacts(
                OrderDecider.CATEGORY, new OrderDecider().codec(), journal, bytesKeptMax);
    }

    private static void commit(
            OrderStatistic statistic, long position, Map<OrderSums.Key, OrderSum> window) {
        List<Change<OrderSums.Key, OrderSum>> changes = new ArrayList<>();
        window.forEach((key, sum) -> changes.add(new Change<>(key, sum)));
        statistic.commit(position, changes);
        window.clear();
    }

    @Property(tries = 100)
    void theSumsAreThoseOfAPlainFold(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60) int orders,
            @ForAll @IntRange(min = 1, max = 6_000) int bytesKeptMax) {
        try (InMemoryJournal journal = InMemoryJournal.create(InstantSource.system())) {
            journal.start(GroupListener.completing());
            new OrderHistory(seed).append(journal, orders, 20);

            OrderStatistic statistic = summedUp(journal, bytesKeptMax, new Random(seed));

            PlainFold.of(journal).requireSame(PlainFold.report(statistic, null));
        }
    }

    @Example
    void theCheckSeesAnOrderThatIsCountedTwice() {
        try (InMemoryJournal journal = InMemoryJournal.create(InstantSource.system())) {
            journal.start(GroupListener.completing());
            new OrderHistory(1).append(journal, 20, 5);
            OrderStatistic statistic = summedUp(journal, 1_000_000, new Random(1));
            PlainFold fold = PlainFold.of(journal);
            fold.requireSame(PlainFold.report(statistic, null));
            Instant minute = PlainFold.report(statistic, null).points().getFirst().at();
            OrderSum twice = new OrderSum();
            OrderFact fact =
                    OrderFact.of(OrderFact.Kind.PLACED, minute, Currency.getInstance("EUR"));
            twice.add(fact);

            statistic.commit(
                    journal.lastPosition(), List.of(new Change<>(statistic.key(fact), twice)));

            Report wrong = PlainFold.report(statistic, null);
            assertThatThrownBy(() -> fold.requireSame(wrong)).isInstanceOf(AssertionError.class);
        }
    }

    @Example
    void onlyTheCurrencyThatIsAskedForIsInTheAnswer() {
        try (InMemoryJournal journal = InMemoryJournal.create(InstantSource.system())) {
            journal.start(GroupListener.completing());
            new OrderHistory(2).append(journal, 50, 5);
            OrderStatistic statistic = summedUp(journal, 1_000_000, new Random(2));
            Currency yen = Currency.getInstance("JPY");

            Report all = PlainFold.report(statistic, null);
            Report one = PlainFold.report(statistic, yen);

            assertThat(all.totals()).hasSize(3);
            assertThat(one.totals().keySet()).containsExactly(yen);
            assertThat(one.points())
                    .hasSize(
                            (int)
                                    all.points().stream()
                                            .filter(point -> point.currency().equals(yen))
                                            .count());
        }
    }
}
