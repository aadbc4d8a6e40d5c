package dev.cobnut.benchmarks;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.benchmarks.statistics.Percentiles;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.view.Projection.LookupRow;
import dev.cobnut.framework.view.View;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.domain.Order;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderEvent.OrderConfirmed;
import dev.cobnut.orders.domain.OrderEvent.OrderPlaced;
import dev.cobnut.orders.domain.OrderLine;
import dev.cobnut.orders.domain.OrderStatus;
import dev.cobnut.orders.domain.ShippingAddress;
import dev.cobnut.orders.view.OrderFilter;
import dev.cobnut.orders.view.OrderQueries.Ids;
import dev.cobnut.orders.view.OrderView;
import dev.cobnut.orders.view.OrderViewQueries;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// **Question**: what does a page of a list cost among many orders, the first one and one far
/// behind, and what do the rows of the lists cost the journal's writer?
///
/// **Ceiling**: a page costs what its orders cost when they are read by their ids. Every page of a
/// walk has orders that are not in memory, so the ceiling folds them from the journal, too.
///
/// **Machine**: one process, with the heap that `./cobnut bench` gives it. The journal is in
/// SQLite. It is written directly, without HTTP and delivery: half of the orders are PLACED, half
/// are CONFIRMED, one in ten is of one customer.
@CommandLine.Command(name = "lists", description = "Pages of lists of orders, and their rows.")
final class ListsBenchmark extends Benchmark {

    private static final int PAGE_ORDERS = 20;
    private static final int GROUP = 250;
    private static final int CUSTOMERS = 20_000;
    private static final int PRODUCTS = 1_000;
    private static final String LARGE_CUSTOMER = "wholesaler";

    @Option(names = "--orders", description = "Orders in the journal (${DEFAULT-VALUE}).")
    private int orders = 1_000_000;

    @Option(names = "--pages", description = "Pages of each arm (${DEFAULT-VALUE}).")
    private int pages = 500;

    @Option(
            names = "--far",
            description = "Pages before the ones that are far behind (${DEFAULT-VALUE}).")
    private int far = 1_000;

    @Option(
            names = "--write-rounds",
            description = "Rounds of 5 000 orders that compare the rows' cost (${DEFAULT-VALUE}).")
    private int writeRounds = 12;

    /// @param millis of a page: ids and orders
    /// @param orders on average of a page
    record Arm(String list, String page, Percentiles millis, double orders) {}

    /// @param writerMicrosPerOrder CPU of the journal's writer for an order that is placed and
    ///   published
    record WriteArm(String rows, double rowsPerOrder, double writerMicrosPerOrder) {}

    record Figures(int orders, List<Arm> arms, List<WriteArm> writes) {}

    private record Stored(StreamId stream, List<NewEvent> events, List<List<LookupRow>> rows) {}

    private final OrderDecider decider = new OrderDecider();
    private final EventCodec<OrderEvent> codec = decider.codec();
    private final OrderView projection =
            new OrderView(OrderDecider.CATEGORY, codec, OrderDecider.storedForm());
    private final TimeOrderedIds ids =
            new TimeOrderedIds(InstantSource.system(), new SplittableRandom(7));
    private final SplittableRandom random = new SplittableRandom(11);

    @Override
    String name() {
        return "lists";
    }

    @Override
    String question() {
        return "What does a page of a list cost, the first one and one far behind, and what do the rows of the lists cost?";
    }

    @Override
    Figures measure() throws IOException {
        List<WriteArm> writes = measureWrites();
        Path folder = Files.createTempDirectory("cobnut-bench-lists-");
        try (SqliteJournal journal =
                SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system())) {
            journal.start(GroupListener.completing());
            for (int done = 0; done < orders; done += GROUP) {
                write(journal, some(GROUP), row -> true);
                if (done % 100_000 == 0) {
                    say("%,d orders", done);
                }
            }
            HazelcastInstance hazelcast = TestNode.member();
            try {
                View<Order> view = new View<>(projection, hazelcast, journal::read, journal);
                return new Figures(
                        orders,
                        measureLists(
                                new OrderViewQueries(
                                        OrderDecider.CATEGORY, view, Duration.ofSeconds(2))),
                        writes);
            } finally {
                hazelcast.shutdown();
            }
        } finally {
            OwnService.delete(folder);
        }
    }

    private List<Arm> measureLists(OrderViewQueries queries) {
        List<Arm> arms = new ArrayList<>();
        arms.add(byId(queries));
        for (boolean oldest : new boolean[] {false, true}) {
            String sort = oldest ? ", oldest first" : "";
            walk("all" + sort, list(null, null, null, oldest), queries, arms);
            walk("one status" + sort, list(null, OrderStatus.PLACED, null, oldest), queries, arms);
            walk(
                    "large customer, one status" + sort,
                    list(LARGE_CUSTOMER, OrderStatus.CONFIRMED, null, oldest),
                    queries,
                    arms);
        }
        arms.add(
                first(
                        "one customer",
                        queries,
                        () -> list("c-" + random.nextInt(CUSTOMERS), null, null, false)));
        arms.add(
                first(
                        "one product",
                        queries,
                        () -> list(null, null, "p-" + random.nextInt(PRODUCTS), false)));
        arms.add(
                first(
                        "one product and status",
                        queries,
                        () ->
                                list(
                                        null,
                                        OrderStatus.PLACED,
                                        "p-" + random.nextInt(PRODUCTS),
                                        false)));
        return arms;
    }

    private static OrderFilter list(
            @Nullable String customer,
            @Nullable OrderStatus status,
            @Nullable String product,
            boolean oldest) {
        return new OrderFilter(customer, status, product, null, null, oldest);
    }

    /// The ceiling: pages of ids that a list would have, read by id.
    private Arm byId(OrderViewQueries queries) {
        OrderFilter all = list(null, null, null, false);
        List<List<String>> pagesOfIds = new ArrayList<>();
        String behind = null;
        for (int page = 0; page < far / 2 + pages; page++) {
            Ids found = queries.ids(all, behind, PAGE_ORDERS);
            if (page >= far / 2) {
                pagesOfIds.add(found.ids());
            }
            behind = found.next();
        }
        Histogram nanos = new Histogram(3);
        for (List<String> page : pagesOfIds) {
            long start = System.nanoTime();
            int read = queries.find(all, page).size();
            nanos.recordValue(System.nanoTime() - start);
            if (read != PAGE_ORDERS) {
                throw new IllegalStateException("an order is not there");
            }
        }
        return arm("20 orders by id", "ceiling", nanos, PAGE_ORDERS);
    }

    private void walk(String list, OrderFilter filter, OrderViewQueries queries, List<Arm> arms) {
        arms.add(first(list, queries, () -> filter));
        String behind = null;
        for (int page = 0; page < far; page++) {
            String next = queries.ids(filter, behind, PAGE_ORDERS).next();
            if (next == null) {
                throw new IllegalArgumentException(
                        "the list '%s' has %d pages, not %d; take more --orders or a smaller --far"
                                .formatted(list, page + 1, far));
            }
            behind = next;
        }
        Histogram nanos = new Histogram(3);
        long found = 0;
        int walked = 0;
        while (walked < pages && (walked == 0 || behind != null)) {
            long start = System.nanoTime();
            Ids page = queries.ids(filter, behind, PAGE_ORDERS);
            found += queries.find(filter, page.ids()).size();
            nanos.recordValue(System.nanoTime() - start);
            behind = page.next();
            walked++;
        }
        arms.add(arm(list, "from " + far, nanos, (double) found / walked));
    }

    private Arm first(String list, OrderViewQueries queries, Supplier<OrderFilter> next) {
        Histogram nanos = new Histogram(3);
        long found = 0;
        for (int i = 0; i < pages; i++) {
            OrderFilter filter = next.get();
            long start = System.nanoTime();
            found += queries.find(filter, queries.ids(filter, null, PAGE_ORDERS).ids()).size();
            nanos.recordValue(System.nanoTime() - start);
        }
        return arm(list, "first", nanos, (double) found / pages);
    }

    private static Arm arm(String list, String page, Histogram nanos, double orders) {
        Arm arm = new Arm(list, page, Percentiles.ofNanos(nanos), orders);
        say(
                "%-42s %-10s p50 %6.2f ms, p99 %6.2f ms, %4.1f orders",
                list, page, arm.millis().p50(), arm.millis().p99(), orders);
        return arm;
    }

    /// The rows that a customer's list needs, and those of all lists, in turns on two journals.
    private List<WriteArm> measureWrites() throws IOException {
        List<Predicate<LookupRow>> wanted =
                List.of(row -> row.lookup().equals("orders-by-customer"), _ -> true);
        List<Path> folders = new ArrayList<>();
        List<SqliteJournal> journals = new ArrayList<>();
        List<Long> writers = new ArrayList<>();
        double[] rows = new double[2];
        long[] cpu = new long[2];
        int round = 5_000;
        try {
            for (int arm = 0; arm < 2; arm++) {
                Set<Long> before = writerThreads();
                folders.add(Files.createTempDirectory("cobnut-bench-rows-"));
                journals.add(
                        SqliteJournal.open(
                                SqliteSettings.in(folders.get(arm)), InstantSource.system()));
                journals.get(arm).start(GroupListener.completing());
                writers.add(
                        writerThreads().stream()
                                .filter(id -> !before.contains(id))
                                .findFirst()
                                .orElseThrow());
            }
            for (int turn = 0; turn < 2 * (writeRounds + 2); turn++) {
                int arm = turn % 2 == turn / 2 % 2 ? 0 : 1; // A B B A …
                long before = cpuNanos(writers.get(arm));
                long written = 0;
                for (int done = 0; done < round; done += GROUP) {
                    written += write(journals.get(arm), some(GROUP), wanted.get(arm));
                }
                if (turn >= 4) { // the first ones warm up
                    cpu[arm] += cpuNanos(writers.get(arm)) - before;
                    rows[arm] += written;
                }
            }
        } finally {
            journals.forEach(SqliteJournal::close);
            for (Path folder : folders) {
                OwnService.delete(folder);
            }
        }
        List<WriteArm> arms = new ArrayList<>();
        double measured = (double) writeRounds * round;
        for (int arm = 0; arm < 2; arm++) {
            arms.add(
                    new WriteArm(
                            arm == 0 ? "a customer's list" : "all lists",
                            rows[arm] / measured,
                            cpu[arm] / 1e3 / measured));
            say(
                    "%-20s %.2f rows and %.1f us of the writer per order",
                    arms.get(arm).rows(),
                    arms.get(arm).rowsPerOrder(),
                    arms.get(arm).writerMicrosPerOrder());
        }
        return arms;
    }

    private static Set<Long> writerThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("journal-writer"))
                .map(Thread::threadId)
                .collect(Collectors.toSet());
    }

    private static long cpuNanos(long thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread);
    }

    private List<Stored> some(int count) {
        List<Stored> some = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            some.add(order());
        }
        return some;
    }

    private Stored order() {
        UUID id = ids.next();
        Instant now = Instant.now();
        int customer = random.nextInt(CUSTOMERS);
        List<OrderLine> lines =
                List.of(
                        new OrderLine("p-" + random.nextInt(PRODUCTS), 1, new BigDecimal("12.50")),
                        new OrderLine("q-" + random.nextInt(PRODUCTS), 2, new BigDecimal("0.99")));
        List<OrderEvent> events = new ArrayList<>();
        events.add(
                new OrderPlaced(
                        id,
                        customer % 10 == 0 ? LARGE_CUSTOMER : "c-" + customer,
                        Currency.getInstance("EUR"),
                        lines,
                        new BigDecimal("14.48"),
                        new ShippingAddress("Ada", "1 Nut Street", null, "Kent", "TN1", "GB"),
                        now));
        if (random.nextBoolean()) {
            events.add(new OrderConfirmed(now));
        }
        List<NewEvent> encoded = new ArrayList<>();
        List<List<LookupRow>> rows = new ArrayList<>();
        Order order = null;
        for (OrderEvent event : events) {
            order = Order.evolve(order, event);
            NewEvent one =
                    new NewEvent(
                            ids.next(),
                            codec.type(event),
                            codec.schemaVersion(event),
                            codec.encode(event),
                            EventMetadata.at(now));
            encoded.add(one);
            RecordedEvent recorded = one.recorded(OrderDecider.streamOf(id), encoded.size(), 1, 1);
            rows.add(projection.lookups(order, recorded));
        }
        return new Stored(OrderDecider.streamOf(id), encoded, rows);
    }

    /// @return the number of the rows
    private long write(SqliteJournal journal, List<Stored> some, Predicate<LookupRow> wanted) {
        List<AppendRequest> appends = new ArrayList<>();
        for (Stored one : some) {
            AppendRequest append =
                    AppendRequest.of(one.stream(), ExpectedVersion.of(0), one.events(), null);
            journal.append(append);
            appends.add(append);
        }
        List<Long> positions = new ArrayList<>();
        List<LookupChange> changes = new ArrayList<>();
        for (int i = 0; i < some.size(); i++) {
            if (!(appends.get(i).result().join()
                    instanceof AppendResult.Appended(_, var recorded))) {
                throw new IllegalStateException("an order was not written");
            }
            for (int event = 0; event < recorded.size(); event++) {
                long position = recorded.get(event).position();
                positions.add(position);
                for (LookupRow row : some.get(i).rows().get(event)) {
                    if (wanted.test(row)) {
                        changes.add(change(position, row, some.get(i).stream()));
                    }
                }
            }
        }
        Publication publication = Publication.of(positions, changes);
        journal.publish(publication);
        publication.done().join();
        return changes.size();
    }

    private LookupChange change(long position, LookupRow row, StreamId stream) {
        String lookup = row.lookup() + "." + projection.version();
        return row.present()
                ? new LookupChange.Put(position, lookup, row.group(), stream.value())
                : new LookupChange.Remove(position, lookup, row.group(), stream.value());
    }
}
