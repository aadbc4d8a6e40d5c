package dev.cobnut.orders.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.statistic.Statistic.Change;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.stats.OrderFact.Kind;
import dev.cobnut.orders.stats.StatsAnswer.Product;
import dev.cobnut.orders.stats.StatsAnswer.Report;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is kept of the sums, and for how long.
class OrderSumsTest {

    private static final Currency EUR = Currency.getInstance("EUR");
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration DAY = Duration.ofHours(24);

    /// Position of the last event that is not read.
    private static final long BEFORE = 7;

    private Instant now = NOON;

    private OrderSums sums(int productCountersMax) {
        StatsSettings settings = new StatsSettings(true, DAY, productCountersMax, 1, 1);
        OrderSums sums = new OrderSums(settings, () -> now);
        sums.begin(BEFORE, now.minus(DAY).minus(OrderSums.MARGIN));
        return sums;
    }

    private static void add(OrderSums sums, OrderFact... facts) {
        sums.add(BEFORE + 1, Stream.of(facts).map(OrderSumsTest::change).toList());
    }

    private static OrderFact paid(Instant at, String product, int pieces) {
        var line = new OrderLine(product, pieces, new BigDecimal("1.00"));
        return OrderFact.ofMoney(Kind.PAID, at, EUR, line.lineTotal(), List.of(line));
    }

    private static StatsAnswer answer(OrderSums sums, Instant from, Instant to, int step) {
        return sums.answer(new StatsQuery(from, to, step, null, 2, 5));
    }

    @Test
    void whoHasAPositionIsToldTheMinutesThatChangedAfterIt() {
        OrderSums sums = withTwoMinutes();
        StatsChanges all = sums.changes(0, NOON, null, null, 10);
        sums.add(12, List.of(change(paid(NOON, "nut", 1))));

        assertThat(minutes(all)).containsExactly(NOON, NOON.plusSeconds(60));
        assertThat(all.position()).isEqualTo(10);
        StatsChanges later = sums.changes(10, NOON, EUR, null, 10);
        assertThat(minutes(later)).containsExactly(NOON);
        assertThat(later.points().getFirst().sum().paid()).isEqualTo(2);
        assertThat(later.position()).isEqualTo(12);
        assertThat(minutes(sums.changes(12, NOON, null, null, 10))).isEmpty();
        assertThat(minutes(sums.changes(0, NOON, Currency.getInstance("USD"), null, 10))).isEmpty();
        assertThat(minutes(sums.changes(0, NOON.plusSeconds(60), null, null, 10)))
                .containsExactly(NOON.plusSeconds(60));
    }

    @Test
    void changesAreReadInParts() {
        OrderSums sums = withTwoMinutes();

        StatsChanges first = sums.changes(0, NOON, null, null, 1);
        StatsChanges second = sums.changes(0, NOON, null, first.points().getLast(), 1);

        assertThat(minutes(first)).containsExactly(NOON);
        assertThat(minutes(second)).containsExactly(NOON.plusSeconds(60));
        assertThat(minutes(sums.changes(0, NOON, null, second.points().getLast(), 1))).isEmpty();
    }

    @Test
    void sumsThatBeginAnewHaveAnotherNumber() {
        OrderSums sums = withTwoMinutes();
        long before = sums.changes(0, NOON, null, null, 1).begun();

        sums.begin(0, NOON.minus(DAY));

        assertThat(sums.changes(0, NOON, null, null, 1).begun()).isNotEqualTo(before);
    }

    private OrderSums withTwoMinutes() {
        OrderSums sums = sums(1_000);
        sums.add(
                10,
                List.of(
                        change(paid(NOON, "nut", 1)),
                        change(paid(NOON.plusSeconds(60), "nut", 1))));
        return sums;
    }

    private static Change<OrderSums.Key, OrderSum> change(OrderFact fact) {
        OrderSum sum = new OrderSum();
        sum.add(fact);
        return new Change<>(new OrderSums.Key(fact.minute(), fact.currency()), sum);
    }

    private static List<Instant> minutes(StatsChanges changes) {
        return changes.points().stream().map(StatsAnswer.Point::at).toList();
    }

    @Test
    void withoutEventsThePositionIsThatOfTheLastEventThatIsTooOld() {
        assertThat(answer(sums(1_000), NOON, NOON.plusSeconds(60), 1))
                .isInstanceOfSatisfying(
                        Report.class, report -> assertThat(report.position()).isEqualTo(BEFORE));
    }

    @Test
    void aMinuteIsForgottenAfterTheRetentionAndAnEventThatComesLaterStillIsLeftOut() {
        OrderSums sums = sums(1_000);
        Instant old = NOON.minus(DAY).plusSeconds(120);
        add(sums, paid(old, "nut", 1), paid(NOON, "nut", 1));
        assertThat(answer(sums, old, NOON.plusSeconds(60), 60))
                .isInstanceOfSatisfying(
                        Report.class, report -> assertThat(report.points()).hasSize(2));
        now = NOON.plusSeconds(600);
        add(sums, paid(NOON, "nut", 1), paid(old, "nut", 1));
        assertThat(answer(sums, old, NOON.plusSeconds(60), 60))
                .isInstanceOfSatisfying(
                        Report.class,
                        report -> {
                            assertThat(report.points()).hasSize(1);
                            assertThat(report.points().getFirst().sum().paid()).isEqualTo(2);
                            assertThat(report.since()).isEqualTo(now.minus(DAY));
                        });
        assertThat(sums.productCounters()).isEqualTo(1);
    }

    @Test
    void withTooManyCountersOfProductsThoseOfTheOldestMinutesAreDroppedAndTheAnswerSaysSo() {
        OrderSums sums = sums(1_000);
        for (int minute = 0; minute < 4; minute++) {
            Instant at = NOON.minusSeconds(60L * (4 - minute));
            add(
                    sums,
                    IntStream.range(0, 300)
                            .mapToObj(product -> paid(at, "nut-" + product, product + 1))
                            .toArray(OrderFact[]::new));
        }
        assertThat(sums.productCounters()).isEqualTo(900);
        assertThat(answer(sums, NOON.minusSeconds(300), NOON, 60))
                .isInstanceOfSatisfying(
                        Report.class,
                        report -> {
                            assertThat(report.productsSince()).isEqualTo(NOON.minusSeconds(180));
                            assertThat(report.since()).isBefore(NOON.minusSeconds(300));
                            assertThat(report.totals())
                                    .hasEntrySatisfying(
                                            EUR, sum -> assertThat(sum.paid()).isEqualTo(1_200));
                            assertThat(report.products())
                                    .containsExactly(
                                            new Product("nut-299", 900),
                                            new Product("nut-298", 897));
                        });
        add(sums, paid(NOON.minusSeconds(240), "late", 1));
        assertThat(sums.productCounters()).isEqualTo(900);
    }

    @Test
    void moreMinutesAndCurrenciesThanAreKeptDropTheOldestMinutes() {
        OrderSums sums = sums(1_000);
        List<Currency> currencies = Currency.getAvailableCurrencies().stream().limit(50).toList();
        for (int minute = 1; minute <= 1_300; minute++) {
            Instant at = NOON.minusSeconds(60L * (1_301 - minute));
            add(
                    sums,
                    currencies.stream()
                            .map(currency -> OrderFact.of(Kind.PLACED, at, currency))
                            .toArray(OrderFact[]::new));
        }
        Report report =
                (Report)
                        sums.answer(
                                new StatsQuery(
                                        NOON.minus(DAY), NOON, 1, null, 0, Integer.MAX_VALUE));
        assertThat(report.points()).hasSize(OrderSums.SUMS_MAX);
        assertThat(report.since()).isEqualTo(NOON.minusSeconds(60 * 1_200));
    }

    @Test
    void aRangeWithMorePointsThanAllowedIsRefused() {
        OrderSums sums = sums(1_000);
        for (int minute = 1; minute <= 6; minute++) {
            add(sums, paid(NOON.minusSeconds(60L * minute), "nut", 1));
        }
        assertThat(answer(sums, NOON.minusSeconds(360), NOON, 1))
                .isInstanceOf(StatsAnswer.TooManyPoints.class);
        assertThat(answer(sums, NOON.minusSeconds(300), NOON, 1)).isInstanceOf(Report.class);
        assertThat(answer(sums, NOON.minusSeconds(360), NOON, 60)).isInstanceOf(Report.class);
    }

    @Test
    void quantilesOfDurationsAreAtMostTheSaidErrorAway() {
        Random random = new Random(3);
        for (int bits = 1; bits < 40; bits++) {
            DurationHistogram histogram = new DurationHistogram();
            DurationHistogram half = new DurationHistogram();
            List<Long> exact = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                long millis = random.nextLong(1L << bits);
                exact.add(millis);
                (i % 2 == 0 ? histogram : half).add(millis);
            }
            histogram.add(half);
            exact.sort(null);
            assertThat(histogram.count()).isEqualTo(500);
            for (double part : new double[] {0.01, 0.5, 0.95, 1}) {
                long at = exact.get((int) Math.ceil(part * 500) - 1);
                assertThat((double) histogram.quantile(part)).isBetween(at * 0.968, at * 1.032);
            }
        }
        assertThat(new DurationHistogram().quantile(0.5)).isZero();
        DurationHistogram longest = new DurationHistogram();
        longest.add(Long.MAX_VALUE);
        longest.add(-1);
        assertThat(longest.quantile(1)).isPositive();
        assertThat(longest.quantile(0.5)).isZero();
    }
}
