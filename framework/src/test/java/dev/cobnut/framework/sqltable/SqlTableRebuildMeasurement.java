package dev.cobnut.framework.sqltable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import tools.jackson.databind.json.JsonMapper;

/// A manual run: builds and rebuilds two tables in SQL, of many events in SQLite, while 200 events
/// per second are appended and one thread reads. It prints events per second and how often a read
/// failed or went back. The figures are in ADR 47.
///
/// Arguments: number of events, a multiple of 1 000; URL of the tables' database, its user and its
/// password (`""` for none).
final class SqlTableRebuildMeasurement {

    private static final class NoObserver implements TableObserver {

        @Override
        public void applied(String table, int count) {}

        @Override
        public void failed(String table) {
            LOG.log(System.Logger.Level.WARNING, "a turn of {0} failed", table);
        }

        @Override
        public void parked(String table) {
            throw new AssertionError("a stream is parked");
        }
    }

    record Lent(String loan, String branch) {}

    private static final EventCodec<Lent> CODEC =
            JsonEventCodec.of(Lent.class, JsonMapper.shared());

    private static final int PER_APPEND = 1_000;
    private static final int BRANCHES = 200;
    private static final int LOANS = 100_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final System.Logger LOG =
            System.getLogger(SqlTableRebuildMeasurement.class.getName());

    private final AtomicReference<GroupListener> listener =
            new AtomicReference<>(GroupListener.completing());
    private final AtomicInteger appended = new AtomicInteger();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong failedReads = new AtomicLong();
    private final AtomicLong wentBack = new AtomicLong();
    private final AtomicBoolean ends = new AtomicBoolean();

    static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("sql-tables");
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(arguments[1]);
        pool.setUsername(arguments[2].isEmpty() ? null : arguments[2]);
        pool.setPassword(arguments[3].isEmpty() ? null : arguments[3]);
        try (Journal journal =
                        SqliteJournal.open(
                                SqliteSettings.in(folder.resolve("data")), InstantSource.system());
                HikariDataSource database = new HikariDataSource(pool)) {
            new SqlTableRebuildMeasurement().run(journal, database, Integer.parseInt(arguments[0]));
        }
        System.exit(0);
    }

    private void run(Journal journal, DataSource database, int events) throws Exception {
        journal.start((group, outcomes) -> listener.get().written(group, outcomes));
        while (appended.get() < events) {
            append(journal, "bulk-" + appended.get() / PER_APPEND, PER_APPEND);
        }
        measure(
                journal,
                database,
                "SELECT sum(events) FROM {table}",
                SqlTable.named("counts", 1)
                        .create(
                                "CREATE TABLE {table} (branch VARCHAR(40) PRIMARY KEY, events INTEGER NOT NULL)")
                        .on(
                                Lent.class,
                                (lent, rows) -> {
                                    int counted =
                                            rows.update(
                                                    "UPDATE {table} SET events = events + 1 WHERE branch = ?",
                                                    lent.branch());
                                    if (counted == 0) {
                                        rows.update(
                                                "INSERT INTO {table} (branch, events) VALUES (?, 1)",
                                                lent.branch());
                                    }
                                })
                        .in(database));
        measure(
                journal,
                database,
                "SELECT count(*) FROM {table} WHERE branch = 'branch-7'",
                SqlTable.named("loans", 1)
                        .create(
                                "CREATE TABLE {table} (loan VARCHAR(40) PRIMARY KEY, branch VARCHAR(40) NOT NULL)",
                                "CREATE INDEX {table}_branch ON {table} (branch)")
                        .on(
                                Lent.class,
                                (lent, rows) -> {
                                    int moved =
                                            rows.update(
                                                    "UPDATE {table} SET branch = ? WHERE loan = ?",
                                                    lent.branch(),
                                                    lent.loan());
                                    if (moved == 0) {
                                        rows.update(
                                                "INSERT INTO {table} (loan, branch) VALUES (?, ?)",
                                                lent.loan(),
                                                lent.branch());
                                    }
                                })
                        .in(database));
    }

    private void append(Journal journal, String stream, int count) {
        List<NewEvent> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int number = appended.getAndIncrement();
            Lent lent = new Lent("loan-" + number % LOANS, "branch-" + number % BRANCHES);
            events.add(
                    new NewEvent(
                            TestNode.IDS.next(),
                            CODEC.type(lent),
                            CODEC.schemaVersion(lent),
                            CODEC.encode(lent),
                            EventMetadata.at(Instant.EPOCH)));
        }
        AppendRequest request =
                AppendRequest.of(
                        new StreamId("copy-" + stream), new ExpectedVersion.Any(), events, null);
        journal.append(request);
        AppendResult result = request.result().orTimeout(60, TimeUnit.SECONDS).join();
        if (!(result instanceof AppendResult.Appended)) {
            throw new AssertionError("not appended: " + result);
        }
    }

    private void measure(Journal journal, DataSource database, String query, SqlTable table)
            throws InterruptedException {
        SqlTableLoop loop =
                new SqlTableLoop(
                        table,
                        Map.of("copy", CODEC),
                        journal,
                        TableOwners.ofSingleNode(),
                        new TableSettings(
                                Duration.ofMillis(50), 100, Long.MAX_VALUE, Duration.ofSeconds(1)),
                        new NoObserver(),
                        InstantSource.system());
        listener.set((group, outcomes) -> {
            GroupListener.completing().written(group, outcomes);
            loop.appended();
        });
        long begun = System.nanoTime();
        long events = appended.get();
        loop.start();
        if (!table.await(Duration.ofMinutes(20))) {
            throw new AssertionError("not built in 20 minutes");
        }
        report(table.name() + ": first build", events, begun);
        ScheduledExecutorService writer = new ScheduledThreadPoolExecutor(4);
        Future<?> writing =
                writer.scheduleAtFixedRate(
                        () -> append(journal, "live-" + appended.get() % 50, 1),
                        0,
                        5,
                        TimeUnit.MILLISECONDS);
        Thread reader = Thread.ofPlatform().start(() -> read(database, query, table));
        events = appended.get();
        long before = events;
        begun = System.nanoTime();
        loop.rebuild();
        while (loop.status(appended.get()).building() == null) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        while (loop.status(appended.get()).building() != null) {
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
        loop.close();
    }

    private void read(DataSource database, String query, SqlTable table) {
        long last = 0;
        while (!ends.get()) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(table.sql(query))) {
                long now = row.next() ? row.getLong(1) : 0;
                if (now < last) {
                    wentBack.incrementAndGet();
                }
                last = now;
            } catch (SQLException | RuntimeException e) {
                failedReads.incrementAndGet();
                LOG.log(System.Logger.Level.WARNING, "a read failed", e);
            }
            reads.incrementAndGet();
        }
    }

    private static void report(String what, long events, long begunNanos) {
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        LOG.log(
                System.Logger.Level.INFO,
                String.format(
                        Locale.ROOT,
                        "%s: %d events in %.1f s, %.0f per second",
                        what,
                        events,
                        seconds,
                        events / seconds));
    }
}
