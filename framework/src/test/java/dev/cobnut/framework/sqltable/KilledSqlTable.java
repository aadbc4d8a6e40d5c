package dev.cobnut.framework.sqltable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// A process with a table in SQL that is killed at any moment, also while it rebuilds the table.
/// Writes a line for each page that was applied.
final class KilledSqlTable {

    /// What the lines begin with.
    static final String APPLIED = "applied ";

    static final String READ = "read ";

    record Counted(int value) {}

    private static final EventCodec<Counted> CODEC =
            JsonEventCodec.of(Counted.class, JsonMapper.shared());

    private KilledSqlTable() {}

    static Journal open(Path folder) {
        return SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
    }

    /// @param arguments whether to append and to rebuild without an end, the URL of the
    ///   application's database, the folder of the journal
    public static void main(String[] arguments) {
        boolean appends = Boolean.parseBoolean(arguments[0]);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[1]);
        config.setAutoCommit(false);
        try (HikariDataSource application = new HikariDataSource(config);
                Journal journal = open(Path.of(arguments[2]))) {
            SqlTable table =
                    SqlTable.named("counts", 1)
                            .create("CREATE TABLE {table} (position BIGINT, n BIGINT)")
                            .on(
                                    Counted.class,
                                    (_, rows) ->
                                            rows.update(
                                                    "INSERT INTO {table} (position, n) VALUES (?, 1)",
                                                    rows.event().position()))
                            .in(application);
            SqlTableLoop loop = loop(table, journal);
            journal.start((group, outcomes) -> {
                GroupListener.completing().written(group, outcomes);
                loop.appended();
            });
            loop.start();
            if (appends) {
                appendForEver(journal, table, loop);
            }
            if (!table.await(Duration.ofMinutes(2))) {
                throw new IllegalStateException("the table does not reach the end of the journal");
            }
            System.out.println(table.sql(READ + "{table}"));
            loop.close();
        }
    }

    private static void appendForEver(Journal journal, SqlTable table, SqlTableLoop loop) {
        for (int i = 0; ; i++) {
            append(journal, i);
            if (i % 50 == 0) {
                boolean _ = table.await(Duration.ofMinutes(1));
                loop.rebuild();
            }
        }
    }

    private static SqlTableLoop loop(SqlTable table, Journal journal) {
        return new SqlTableLoop(
                table,
                Map.of("counter", CODEC),
                journal,
                TableOwners.ofSingleNode(),
                new TableSettings(Duration.ofMillis(50), 3, 1, Duration.ofMillis(100)),
                new TableObserver() {
                    @Override
                    public void applied(String name, int count) {
                        System.out.println(APPLIED + count);
                    }

                    @Override
                    public void failed(String name) {}

                    @Override
                    public void parked(String name) {}
                },
                InstantSource.system());
    }

    private static void append(Journal journal, int value) {
        Counted event = new Counted(value);
        AppendRequest request =
                AppendRequest.of(
                        StreamId.of("counter", Integer.toString(value % 5)),
                        new ExpectedVersion.Any(),
                        List.of(
                                new NewEvent(
                                        TestNode.IDS.next(),
                                        CODEC.type(event),
                                        CODEC.schemaVersion(event),
                                        CODEC.encode(event),
                                        EventMetadata.at(Instant.EPOCH))),
                        null);
        journal.append(request);
        var _ = request.result().join();
    }
}
