package dev.cobnut.orders.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.subscription.EventFilter;
import dev.cobnut.framework.subscription.Events;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.stats.StatsAnswer.Product;
import dev.cobnut.orders.stats.StatsAnswer.Report;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The statistics as one would compute them from all events, without a window, a limit or a cache,
/// and the comparison with what the service answers.
final class PlainFold {

    private final Map<String, Sum> points = new TreeMap<>();
    private final Map<String, Long> pieces = new TreeMap<>();
    private long unreadable;

    private static final class Sum {

        private final long[] counts = new long[4];
        private BigDecimal paid = BigDecimal.ZERO;
        private BigDecimal refunded = BigDecimal.ZERO;
        private final List<Long> millis = new ArrayList<>();
    }

    static PlainFold of(Journal journal) {
        PlainFold fold = new PlainFold();
        EventCodec<OrderEvent> codec = new OrderDecider().codec();
        Map<StreamId, Order> orders = new HashMap<>();
        Set<StreamId> damaged = new HashSet<>();
        try (Events events = new Events(journal, Duration.ofSeconds(1))) {
            events.stream(0, EventFilter.all())
                    .forEach(event -> fold.add(event, codec, orders, damaged));
        }
        return fold;
    }

    private void add(
            RecordedEvent recorded,
            EventCodec<OrderEvent> codec,
            Map<StreamId, Order> orders,
            Set<StreamId> damaged) {
        StreamId stream = recorded.stream();
        if (!codec.types().contains(recorded.type())) {
            damaged.add(stream);
            unreadable++;
            return;
        }
        OrderEvent event = codec.decode(recorded);
        if (damaged.contains(stream)) {
            if (event instanceof OrderEvent.OrderPaid
                    || event instanceof OrderEvent.OrderShipped
                    || event instanceof OrderEvent.OrderCancelled) {
                unreadable++;
            }
            return;
        }
        Order before = orders.get(stream);
        Order order = Order.evolve(before, event);
        orders.put(stream, order);
        switch (event) {
            case OrderEvent.OrderPlaced placed -> sum(placed.placedAt(), order).counts[0]++;
            case OrderEvent.OrderPaid paid -> {
                Sum sum = sum(paid.paidAt(), order);
                sum.counts[1]++;
                sum.paid = sum.paid.add(paid.amount());
                addPieces(order, 1);
            }
            case OrderEvent.OrderShipped shipped -> {
                Sum sum = sum(shipped.shippedAt(), order);
                sum.counts[2]++;
                sum.millis.add(Duration.between(order.placedAt(), shipped.shippedAt()).toMillis());
            }
            case OrderEvent.OrderCancelled cancelled -> {
                Sum sum = sum(cancelled.cancelledAt(), order);
                sum.counts[3]++;
                if (order.payment() != null) {
                    sum.refunded = sum.refunded.add(order.payment().amount());
                    addPieces(order, -1);
                }
            }
            case OrderEvent.LinesChanged _,
                    OrderEvent.OrderConfirmed _,
                    OrderEvent.OrderDelivered _ -> {}
        }
    }

    private void addPieces(Order order, long sign) {
        for (OrderLine line : order.lines()) {
            pieces.merge(line.productId(), sign * line.quantity(), Long::sum);
        }
    }

    private Sum sum(Instant at, Order order) {
        return points.computeIfAbsent(
                name(at.truncatedTo(ChronoUnit.MINUTES), order.currency()), _ -> new Sum());
    }

    private static String name(Instant minute, Currency currency) {
        return minute + " " + currency;
    }

    /// A query over all that a history may have.
    static Report report(OrderStatistic statistic, @Nullable Currency currency) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
        StatsAnswer answer =
                statistic.answer(
                        new StatsQuery(
                                now.minus(OrderHistory.AGE_MAX).minusSeconds(3_600),
                                now.plusSeconds(3_600),
                                1,
                                currency,
                                Integer.MAX_VALUE,
                                Integer.MAX_VALUE));
        return (Report) answer;
    }

    /// @throws AssertionError when a figure differs
    void requireSame(Report report) {
        assertThat(report.unreadable()).as("unreadable").isEqualTo(unreadable);
        Map<String, OrderSum> found = new TreeMap<>();
        report.points()
                .forEach(point -> found.put(name(point.at(), point.currency()), point.sum()));
        assertThat(found.keySet()).isEqualTo(points.keySet());
        points.forEach((name, expected) -> requireSame(name, expected, found.get(name)));
        for (Currency currency : report.totals().keySet()) {
            Sum all = new Sum();
            points.forEach((name, sum) -> {
                if (name.endsWith(" " + currency)) {
                    for (int i = 0; i < sum.counts.length; i++) {
                        all.counts[i] += sum.counts[i];
                    }
                    all.paid = all.paid.add(sum.paid);
                    all.refunded = all.refunded.add(sum.refunded);
                    all.millis.addAll(sum.millis);
                }
            });
            requireSame("total " + currency, all, report.totals().get(currency));
        }
        assertThat(report.products())
                .isEqualTo(
                        pieces.entrySet().stream()
                                .filter(one -> one.getValue() > 0)
                                .map(one -> new Product(one.getKey(), one.getValue()))
                                .sorted((one, other) -> {
                                    int order = Long.compare(other.pieces(), one.pieces());
                                    return order != 0
                                            ? order
                                            : one.productId().compareTo(other.productId());
                                })
                                .toList());
    }

    private static void requireSame(String name, Sum expected, @Nullable OrderSum sum) {
        assertThat(sum).as(name).isNotNull();
        if (sum == null) {
            return;
        }
        assertThat(new long[] {sum.placed(), sum.paid(), sum.shipped(), sum.cancelled()})
                .as(name)
                .isEqualTo(expected.counts);
        assertThat(sum.paidAmount()).as(name).isEqualByComparingTo(expected.paid);
        assertThat(sum.refundAmount()).as(name).isEqualByComparingTo(expected.refunded);
        List<Long> millis = expected.millis.stream().sorted().toList();
        for (double part : new double[] {0.5, 0.95}) {
            long exact =
                    millis.isEmpty()
                            ? 0
                            : millis.get((int) Math.max(0, Math.ceil(part * millis.size()) - 1));
            assertThat((double) sum.placedToShippedMillis(part))
                    .as("%s, quantile %s", name, part)
                    .isBetween(exact * 0.968, exact * 1.032);
        }
    }
}
