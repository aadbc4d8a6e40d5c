package dev.cobnut.framework.table;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.Loans.CopyLent;
import dev.cobnut.framework.table.Loans.Count;
import dev.cobnut.framework.table.Loans.LoanEvent;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// A manual run: builds and rebuilds two tables of a million events in SQLite while 200 events per
/// second are appended and one thread reads. It prints events per second, the heap, and how often a
/// read failed or went back. The figures are in ADR 38.
///
/// Argument: number of events, a multiple of 1 000.
final class TableRebuildMeasurement {

    private static final int PER_APPEND = 1_000;
    private static final int BRANCHES = 200;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final System.Logger LOG =
            System.getLogger(TableRebuildMeasurement.class.getName());

    private final AtomicReference<GroupListener> listener =
            new AtomicReference<>(GroupListener.completing());
    private final AtomicInteger appended = new AtomicInteger();
    private final AtomicLong failedReads = new AtomicLong();
    private final AtomicLong wentBack = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicBoolean ends = new AtomicBoolean();

    static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("tables");
        try (Journal journal =
                SqliteJournal.open(
                        SqliteSettings.in(folder.resolve("data")), InstantSource.system())) {
            new TableRebuildMeasurement().run(journal, Integer.parseInt(arguments[0]));
        }
        System.exit(0);
    }

    private void run(Journal journal, int events) throws Exception {
        journal.start((group, outcomes) -> listener.get().written(group, outcomes));
        while (appended.get() < events) {
            LoanEvent[] some = new LoanEvent[PER_APPEND];
            for (int i = 0; i < PER_APPEND; i++) {
                some[i] = next();
            }
            Loans.append(journal, Loans.copy(appended.get() / PER_APPEND), some);
        }
        HazelcastInstance hazelcast = TestNode.member();
        measure(
                journal,
                hazelcast,
                Table.named("counts", 1, Count.class)
                        .fold(
                                CopyLent.class,
                                CopyLent::branch,
                                (count, lent) ->
                                        new Count(
                                                lent.branch(),
                                                count == null ? 1 : count.events() + 1)));
        measure(journal, hazelcast, Loans.overdue(1));
        hazelcast.shutdown();
    }

    private CopyLent next() {
        int number = appended.getAndIncrement();
        return Loans.lent(number % 100_000, "branch-" + number % BRANCHES, number % 400);
    }

    private void measure(Journal journal, HazelcastInstance hazelcast, Table<?> table)
            throws InterruptedException {
        TableSettings settings =
                new TableSettings(
                        Duration.ofMillis(50), 100, Long.MAX_VALUE, Duration.ofSeconds(1));
        Tables tables =
                new Tables(
                        List.of(table),
                        Loans.CODECS,
                        journal,
                        hazelcast,
                        TableOwners.ofSingleNode(),
                        settings,
                        new TableCounts(),
                        InstantSource.system());
        listener.set(tables.waking(GroupListener.completing()));
        long begun = System.nanoTime();
        long events = appended.get();
        tables.start();
        boolean _ = table.await(Duration.ofMinutes(2));
        report(table.name() + ": first build", events, begun);
        ScheduledExecutorService writer = new ScheduledThreadPoolExecutor(4);
        Future<?> writing =
                writer.scheduleAtFixedRate(
                        () -> Loans.append(journal, Loans.card(appended.get() % 50), next()),
                        0,
                        5,
                        TimeUnit.MILLISECONDS);
        Thread reader = Thread.ofPlatform().start(() -> read(table));
        events = appended.get();
        long before = events;
        begun = System.nanoTime();
        tables.rebuild(table.name());
        while (tables.statuses().getFirst().building() == null) {
            Thread.onSpinWait();
        }
        while (tables.statuses().getFirst().building() != null) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        report(table.name() + ": rebuild", events, begun);
        LOG.log(
                System.Logger.Level.INFO,
                String.format(
                        Locale.ROOT,
                        "  %d events were appended meanwhile; %d reads, %d failed, %d went back",
                        appended.get() - before,
                        reads.get(),
                        failedReads.get(),
                        wentBack.get()));
        boolean _ = writing.cancel(false);
        writer.shutdown();
        boolean _ = writer.awaitTermination(1, TimeUnit.MINUTES);
        ends.set(true);
        reader.join();
        ends.set(false);
        tables.close();
    }

    private void read(Table<?> table) {
        long last = 0;
        while (!ends.get()) {
            try {
                Object row = table.get("branch-7").orElse(null);
                long now =
                        row instanceof Count count
                                ? count.events()
                                : table.query("branch-due").group("branch-7").limit(1).isEmpty()
                                        ? -1
                                        : 1;
                if (now < last) {
                    wentBack.incrementAndGet();
                }
                last = now;
            } catch (RuntimeException e) {
                failedReads.incrementAndGet();
            }
            reads.incrementAndGet();
        }
    }

    private static void report(String what, long events, long begunNanos) {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        System.gc();
        LOG.log(
                System.Logger.Level.INFO,
                String.format(
                        Locale.ROOT,
                        "%s: %d events in %.1f s, %.0f per second; heap after a collection %d MiB",
                        what,
                        events,
                        seconds,
                        events / seconds,
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20));
    }
}
