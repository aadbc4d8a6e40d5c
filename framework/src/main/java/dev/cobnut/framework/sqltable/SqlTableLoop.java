package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.table.RunningTable;
import dev.cobnut.framework.table.TableStatus;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import dev.cobnut.framework.table.owner.TableThread;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Map;

/// The background role of one table in SQL on this member. [SqlOwner] is what it does while this
/// member runs the table. All members look into the database every second, so they know the table
/// that is read.
public final class SqlTableLoop implements RunningTable {

    private final SqlTable table;
    private final SqlBuilds builds;
    private final SqlTableReads reads;
    private final TableThread thread;
    private final SqlOwner owner;

    /// @param codecs the codec of each category; events of other categories are passed over
    /// @throws UnusableDomainException when the table is not complete, or takes an event that no
    ///   codec reads
    public SqlTableLoop(
            SqlTable table,
            Map<String, ? extends EventCodec<?>> codecs,
            Journal journal,
            TableOwners owners,
            TableSettings settings,
            TableObserver observer,
            InstantSource clock) {
        this.table = table;
        Handler reader = table.reading(codecs);
        table.open(this);
        this.builds = table.builds();
        this.reads = new SqlTableReads(table, builds, journal);
        this.thread =
                new TableThread(
                        table.name(),
                        owners.ownership(table.name(), table.version()),
                        settings,
                        observer);
        SqlDrops drops =
                new SqlDrops(
                        table,
                        builds,
                        reads,
                        thread,
                        owners.isShared(),
                        settings.dropAfter(),
                        clock);
        this.owner =
                new SqlOwner(
                        table,
                        builds,
                        reads,
                        thread,
                        drops,
                        clock,
                        row ->
                                new SqlBuild(
                                        table,
                                        builds,
                                        row,
                                        reader,
                                        journal.cursors(),
                                        observer,
                                        settings.parkedMax()));
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public void start() {
        thread.start(owner);
    }

    @Override
    public void appended() {
        thread.appended();
    }

    @Override
    public void rebuild() {
        try {
            builds.wantRebuild(table.version());
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the database of the table " + table.name() + " does not answer", e);
        }
        thread.signal();
    }

    /// Answers its readers.
    SqlTableReads reads() {
        return reads;
    }

    @Override
    public TableStatus status(long lastPosition) {
        return reads.status(lastPosition, thread.runsHere());
    }

    @Override
    public void beginClosing() {
        thread.beginClosing();
    }

    @Override
    public void close() {
        thread.close();
    }
}
