package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.sqltable.SqlBuildRow.State;
import dev.cobnut.framework.table.ParkedByTable;
import dev.cobnut.framework.table.TableBuildingException;
import dev.cobnut.framework.table.TableStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What this member knows about the builds of a table, and its answers to those who read it.
/// Thread-safe; the thread of the table makes it [#look].
final class SqlTableReads {

    /// Time between two looks of somebody who waits for an event.
    private static final long AWAIT_NANOS = Duration.ofMillis(10).toNanos();

    /// What the database said last.
    private record Known(List<SqlBuildRow> builds, List<ParkedByTable> parked) {}

    private final SqlTable table;
    private final SqlBuilds database;
    private final Journal journal;
    private volatile Known known = new Known(List.of(), List.of());

    /// The live build while this member writes it.
    private volatile @Nullable SqlBuild written;

    private final AtomicBoolean isAsking = new AtomicBoolean();

    /// The live build, as somebody who waits has found it.
    private volatile @Nullable SqlBuildRow asked;

    SqlTableReads(SqlTable table, SqlBuilds database, Journal journal) {
        this.table = table;
        this.database = database;
        this.journal = journal;
    }

    /// Asks the database how far all builds are.
    void look() throws SQLException {
        List<SqlBuildRow> rows = database.read();
        known = new Known(rows, known.parked());
        SqlBuildRow live = live();
        SqlBuildRow shown = live == null ? building() : live;
        known = new Known(rows, shown == null ? List.of() : database.readParked(shown));
    }

    /// @param live null when this member does not write it
    void writtenBy(@Nullable SqlBuild live) {
        written = live;
    }

    /// All builds of all versions, in their order.
    List<SqlBuildRow> builds() {
        return known.builds();
    }

    @Nullable SqlBuildRow live() {
        return own(State.LIVE);
    }

    @Nullable SqlBuildRow building() {
        return own(State.BUILDING);
    }

    /// The last build of this version in a state.
    private @Nullable SqlBuildRow own(State state) {
        return builds().stream()
                .filter(build -> build.version() == table.version() && build.state() == state)
                .reduce((_, later) -> later)
                .orElse(null);
    }

    /// The name of the table that is read now.
    ///
    /// @param orOlder true for the rows of an older version while this one has none
    /// @throws TableBuildingException when there is none
    String table(boolean orOlder) {
        SqlBuildRow live = live();
        if (live == null && orOlder) {
            live =
                    builds().stream()
                            .filter(build ->
                                    build.state() == State.LIVE
                                            && build.version() < table.version())
                            .reduce((_, later) -> later)
                            .orElse(null);
        }
        if (live == null) {
            SqlBuildRow building = building();
            throw new TableBuildingException(
                    table.name(),
                    building == null ? null : building.progress(journal.lastPosition()));
        }
        return database.tableOf(live);
    }

    boolean await(Duration atMost) {
        return await(journal.lastPosition(), atMost);
    }

    boolean await(long position, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!hasReached(position)) {
            if (Thread.currentThread().isInterrupted() || System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(this, AWAIT_NANOS);
        }
        return true;
    }

    private boolean hasReached(long position) {
        SqlBuildRow live = live();
        SqlBuild here = written;
        if (live == null) {
            return false;
        }
        if (here != null) {
            return here.row().number() == live.number() && here.position() >= position;
        }
        ask(live);
        SqlBuildRow last = asked;
        return last != null && last.number() == live.number() && last.position() >= position;
    }

    /// Asks the database how far the build is, unless somebody asks it now. So those who wait take
    /// one connection of the application at most.
    private void ask(SqlBuildRow live) {
        if (!isAsking.compareAndSet(false, true)) {
            return;
        }
        try {
            for (SqlBuildRow build : database.read()) {
                if (build.version() == live.version() && build.number() == live.number()) {
                    asked = build;
                }
            }
        } catch (SQLException _) {
            // the background role tells
        } finally {
            isAsking.set(false);
        }
    }

    TableStatus status(long lastPosition, boolean runsHere) {
        SqlBuildRow live = live();
        SqlBuildRow building = building();
        SqlBuildRow shown = live == null ? building : live;
        SqlBuild here = written;
        long position =
                live == null
                        ? 0
                        : here != null && here.row().number() == live.number()
                                ? here.position()
                                : live.position();
        return new TableStatus(
                table.name(),
                table.version(),
                position,
                Math.max(0, lastPosition - position),
                live != null,
                building == null ? null : building.progress(lastPosition),
                known.parked(),
                shown == null ? null : shown.stopped(),
                runsHere);
    }
}
