package dev.cobnut.orders.stats;

import dev.cobnut.framework.statistic.Statistic.Change;
import dev.cobnut.orders.stats.StatsAnswer.Point;
import dev.cobnut.orders.stats.StatsAnswer.Product;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/// The sums of the minutes that are kept, in memory, and the queries over them. Thread-safe: a
/// query sees all changes of a commit or none.
final class OrderSums {

    /// Most sums, one for each minute and currency: a week of minutes in six currencies. At more,
    /// the oldest minutes are dropped.
    static final int SUMS_MAX = 60_000;

    /// Events are read from so long before the oldest minute. It is more than the time between an
    /// event and its record, and than the difference of the members' clocks.
    static final Duration MARGIN = Duration.ofMinutes(10);

    private static final int SECONDS_PER_MINUTE = 60;

    /// Currencies in the order of their codes; events whose currency is not known come first.
    private static final Comparator<@Nullable Currency> BY_CODE =
            Comparator.nullsFirst(Comparator.comparing(Currency::getCurrencyCode));

    private final StatsSettings settings;
    private final InstantSource clock;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final NavigableMap<Key, OrderSum> sums = new TreeMap<>(Key.ORDER);
    private long since;
    private long productsSince;
    private long productCounters;
    private long position;
    private long begun;

    /// @param currency null when it is not known
    record Key(long minute, @Nullable Currency currency) {

        private static final Comparator<Key> ORDER =
                Comparator.comparingLong(Key::minute).thenComparing(Key::currency, BY_CODE);

        static Key before(long minute) {
            return new Key(minute, null); // the smallest of its minute
        }
    }

    OrderSums(StatsSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /// Forgets all.
    ///
    /// @param before events through this position are not read
    /// @param read they were recorded before this instant
    void begin(long before, Instant read) {
        lock.writeLock().lock();
        try {
            sums.clear();
            since = OrderFact.minute(read.plus(MARGIN)) + 1;
            productsSince = since;
            productCounters = 0;
            position = before;
            begun++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    void add(long reached, List<Change<Key, OrderSum>> changes) {
        lock.writeLock().lock();
        try {
            for (Change<Key, OrderSum> change : changes) {
                if (change.key().minute() >= since) {
                    add(change.key(), change.sum()).changedAt(reached);
                }
            }
            dropBefore(OrderFact.minute(clock.instant().minus(settings.retention())));
            while (sums.size() > SUMS_MAX) {
                dropBefore(sums.firstKey().minute() + 1);
            }
            dropProducts();
            position = reached;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private OrderSum add(Key key, OrderSum change) {
        OrderSum sum = sums.computeIfAbsent(key, _ -> new OrderSum());
        sum.addWithoutPieces(change);
        if (key.minute() >= productsSince) {
            productCounters -= sum.pieces().size();
            change.pieces()
                    .forEach((product, pieces) -> sum.pieces().merge(product, pieces, Long::sum));
            productCounters += sum.pieces().size();
        }
        return sum;
    }

    private void dropBefore(long minute) {
        if (minute <= since) {
            return;
        }
        SortedMap<Key, OrderSum> old = sums.headMap(Key.before(minute));
        for (OrderSum sum : old.values()) {
            productCounters -= sum.pieces().size();
        }
        old.clear();
        since = minute;
        productsSince = Math.max(productsSince, since);
    }

    private void dropProducts() {
        if (productCounters <= settings.productCountersMax()) {
            return;
        }
        for (Entry<Key, OrderSum> oldest :
                sums.tailMap(Key.before(productsSince), true).entrySet()) {
            if (productCounters <= settings.productCountersMax()
                    && oldest.getKey().minute() >= productsSince) {
                return;
            }
            productCounters -= oldest.getValue().pieces().size();
            oldest.getValue().pieces().clear();
            productsSince = oldest.getKey().minute() + 1; // the rest of the minute follows
        }
    }

    StatsAnswer answer(StatsQuery query) {
        lock.readLock().lock();
        try {
            return found(query);
        } finally {
            lock.readLock().unlock();
        }
    }

    /// Minutes from an instant on whose sums have changed after a position.
    ///
    /// @param last continues behind this point; null for the first ones
    /// @param max most points
    StatsChanges changes(
            long after, Instant from, @Nullable Currency wanted, @Nullable Point last, int max) {
        lock.readLock().lock();
        try {
            if (after >= position) {
                return new StatsChanges(position, begun, instant(since), List.of());
            }
            Key behind =
                    last == null
                            ? Key.before(OrderFact.minute(from))
                            : new Key(OrderFact.minute(last.at()), last.currency());
            List<Point> points = new ArrayList<>();
            for (Entry<Key, OrderSum> one : sums.tailMap(behind, false).entrySet()) {
                Currency currency = one.getKey().currency();
                if (currency == null
                        || one.getValue().changedAt() <= after
                        || (wanted != null && !wanted.equals(currency))) {
                    continue;
                }
                if (points.size() == max) {
                    break;
                }
                OrderSum copy = new OrderSum();
                copy.addWithoutPieces(one.getValue());
                points.add(new Point(instant(one.getKey().minute()), currency, copy));
            }
            return new StatsChanges(position, begun, instant(since), points);
        } finally {
            lock.readLock().unlock();
        }
    }

    private StatsAnswer found(StatsQuery query) {
        Map<Key, OrderSum> points = new LinkedHashMap<>();
        Map<Currency, OrderSum> totals = new TreeMap<>(BY_CODE);
        Map<String, Long> pieces = new HashMap<>();
        long unreadable = 0;
        long productsFrom = Math.max(productsSince, OrderFact.minute(query.from()));
        for (Entry<Key, OrderSum> one : range(query).entrySet()) {
            OrderSum sum = one.getValue();
            Key key = one.getKey();
            Currency currency = key.currency();
            unreadable += sum.unreadable();
            if (currency == null
                    || (query.currency() != null && !query.currency().equals(currency))) {
                continue;
            }
            long step = key.minute() - Math.floorMod(key.minute(), query.stepMinutes());
            points.computeIfAbsent(new Key(step, currency), _ -> new OrderSum())
                    .addWithoutPieces(sum);
            if (points.size() > query.pointsMax()) {
                return new StatsAnswer.TooManyPoints(points.size());
            }
            totals.computeIfAbsent(currency, _ -> new OrderSum()).addWithoutPieces(sum);
            if (key.minute() >= productsFrom) {
                sum.pieces().forEach((product, count) -> pieces.merge(product, count, Long::sum));
            }
        }
        return new StatsAnswer.Report(
                position,
                instant(since),
                instant(productsSince),
                unreadable,
                totals,
                points(points),
                top(pieces, query.productsMax()));
    }

    private SortedMap<Key, OrderSum> range(StatsQuery query) {
        return sums.subMap(
                Key.before(OrderFact.minute(query.from())),
                Key.before(OrderFact.minute(query.to())));
    }

    private static List<Point> points(Map<Key, OrderSum> found) {
        List<Point> points = new ArrayList<>(found.size());
        found.forEach((key, sum) -> {
            Currency currency = key.currency();
            if (currency != null) {
                points.add(new Point(instant(key.minute()), currency, sum));
            }
        });
        points.sort(
                Comparator.comparing(Point::at)
                        .thenComparing(point -> point.currency().getCurrencyCode()));
        return points;
    }

    private static List<Product> top(Map<String, Long> pieces, int max) {
        Comparator<Product> mostLast =
                Comparator.comparingLong(Product::pieces)
                        .thenComparing(Product::productId, Comparator.reverseOrder());
        PriorityQueue<Product> top = new PriorityQueue<>(mostLast);
        pieces.forEach((product, count) -> {
            if (count > 0) {
                top.add(new Product(product, count));
                if (top.size() > max) {
                    top.remove();
                }
            }
        });
        return top.stream().sorted(mostLast.reversed()).toList();
    }

    private static Instant instant(long minute) {
        return Instant.ofEpochSecond(minute * SECONDS_PER_MINUTE);
    }

    /// Number of counters of products.
    long productCounters() {
        lock.readLock().lock();
        try {
            return productCounters;
        } finally {
            lock.readLock().unlock();
        }
    }
}
