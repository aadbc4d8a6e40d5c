package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.JournalPages;
import dev.cobnut.framework.journal.JournalRewoundException;
import dev.cobnut.framework.table.ParkedByTable;
import dev.cobnut.framework.table.owner.TableObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings events into the rows of one build. One thread at a time uses it.
///
/// - *A page is one transaction.* It first moves the position, from where this object left it. That
///   locks the row, so a second writer waits, and then finds that it is behind.
/// - *A failure rolls the page back.* When an event was its reason, the event is tried again with
///   its page, and after [#ATTEMPTS_MAX] failures its stream is parked in the transaction of the
///   page. A database that does not answer is no reason: the page is tried again without an end.
final class SqlBuild {

    /// Most attempts to apply one event.
    static final int ATTEMPTS_MAX = 3;

    /// Classes of SQLSTATE that no event is the reason of: connection, rollback by the database,
    /// resources, an operator, its system, a timeout of H2's.
    private static final Set<String> NOT_THE_EVENT = Set.of("08", "40", "53", "57", "58", "HY");

    private static final Logger LOG = System.getLogger(SqlBuild.class.getName());

    /// A page was not applied, and the database is not the reason.
    abstract static sealed class PageFailure extends Exception
            permits EventFailure, MovedException {

        private static final long serialVersionUID = 1;

        PageFailure(@Nullable Throwable reason) {
            super(reason);
        }
    }

    /// An event could not be applied.
    private static final class EventFailure extends PageFailure {

        private static final long serialVersionUID = 1;

        private final transient RecordedEvent event;
        private final Throwable reason;

        EventFailure(RecordedEvent event, Throwable reason) {
            super(reason);
            this.event = event;
            this.reason = reason;
        }
    }

    /// The build does not go on here: another member writes it, or the outcome of a commit was not
    /// known. Its row says where it is.
    static final class MovedException extends PageFailure {

        private static final long serialVersionUID = 1;

        MovedException() {
            super(null);
        }
    }

    /// Too many streams were parked.
    static final class StoppedException extends Exception {

        private static final long serialVersionUID = 1;

        StoppedException(String sentence) {
            super(sentence);
        }
    }

    private final SqlTable table;
    private final SqlBuilds builds;
    private final Handler reader;
    private final JournalPages pages;
    private final TableObserver observer;
    private final int parkedMax;

    /// From which version on the events of a stream are left out.
    private final Map<String, Long> parked = new HashMap<>();

    private final List<ParkedByTable> toPark = new ArrayList<>();
    private final long begunAtNanos;
    private volatile SqlBuildRow row;
    private @Nullable List<RecordedEvent> openPage;
    private int attempts;
    private long failedPosition;

    SqlBuild(
            SqlTable table,
            SqlBuilds builds,
            SqlBuildRow row,
            Handler reader,
            Cursors cursors,
            TableObserver observer,
            int parkedMax)
            throws SQLException {
        this.table = table;
        this.builds = builds;
        this.row = row;
        this.reader = reader;
        this.observer = observer;
        this.parkedMax = parkedMax;
        this.pages = new JournalPages(cursors, row.position(), row.lastEvent());
        this.begunAtNanos = System.nanoTime() - Duration.ofMillis(row.millis()).toNanos();
        builds.readParked(row).forEach(stream -> parked.put(stream.stream(), stream.version()));
    }

    SqlBuildRow row() {
        return row;
    }

    /// Any thread.
    long position() {
        return row.position();
    }

    /// False when the journal surely has more events.
    boolean isAtEnd() {
        return pages.isAtEnd();
    }

    /// Applies the next page of events.
    ///
    /// @return number of its events; 0 at the end of the journal
    /// @throws MovedException when the build is somewhere else
    /// @throws StoppedException when it does not go on
    /// @throws SQLException when the page is to be tried again after a pause
    /// @throws JournalRewoundException when the journal has lost what was read
    int step() throws SQLException, MovedException, StoppedException {
        List<RecordedEvent> page = openPage;
        if (page == null) {
            page = pages.next();
        }
        if (page.isEmpty()) {
            return 0;
        }
        openPage = page;
        long millis = Duration.ofNanos(System.nanoTime() - begunAtNanos).toMillis();
        while (!isApplied(page, millis)) {
            // without the stream that was parked
        }
        toPark.clear();
        openPage = null;
        RecordedEvent last = page.getLast();
        SqlBuildRow before = row;
        row =
                new SqlBuildRow(
                        before.version(),
                        before.number(),
                        before.state(),
                        last.position(),
                        last.id(),
                        millis,
                        before.since(),
                        false,
                        null);
        observer.applied(table.name(), page.size());
        return page.size();
    }

    /// @return false when a stream was parked, and the page is to be tried at once
    private boolean isApplied(List<RecordedEvent> page, long millis)
            throws SQLException, MovedException, StoppedException {
        try {
            builds.<PageFailure>inTransaction(connection -> apply(page, millis, connection));
            return true;
        } catch (PageFailure failure) {
            switch (failure) {
                case MovedException moved -> throw moved;
                case EventFailure event -> failed(event);
            }
            return false;
        }
    }

    private void apply(List<RecordedEvent> page, long millis, Connection connection)
            throws SQLException, PageFailure {
        if (!builds.advance(connection, row, page.getLast(), millis)) {
            throw new MovedException();
        }
        for (ParkedByTable stream : toPark) {
            builds.park(connection, row, stream);
        }
        try (SqlWrites writes = new SqlWrites(connection, builds.tableOf(row))) {
            for (RecordedEvent event : page) {
                if (!isParked(event)) {
                    apply(event, writes);
                }
            }
        }
    }

    private boolean isParked(RecordedEvent event) {
        Long from = parked.get(event.stream().value());
        return from != null && event.version() >= from;
    }

    private void apply(RecordedEvent event, SqlWrites writes) throws EventFailure {
        try {
            for (Object content : reader.read(event)) {
                writes.at(event);
                for (SqlTable.On<?> on : table.reactions()) {
                    if (on.isFor(content)) {
                        on.apply(content, writes);
                    }
                }
            }
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            throw new EventFailure(event, e);
        }
    }

    /// Returns when the event's stream is parked.
    private void failed(EventFailure failure) throws SQLException, StoppedException {
        RecordedEvent event = failure.event;
        if (isOfTheDatabase(failure.reason)) {
            throw new SQLException(sentence(event, failure.reason), failure.reason);
        }
        attempts = event.position() == failedPosition ? attempts + 1 : 1;
        failedPosition = event.position();
        boolean isHopeless = failure.reason instanceof ParkStreamException;
        if (attempts < ATTEMPTS_MAX && !isHopeless) {
            throw new SQLException(sentence(event, failure.reason), failure.reason);
        }
        if (parked.size() >= parkedMax) {
            throw new StoppedException(
                    "the table "
                            + table.name()
                            + " has parked "
                            + parked.size()
                            + " streams, the most that it may, and cannot apply "
                            + event.type()
                            + " of "
                            + event.stream()
                            + ": find out why, then rebuild it");
        }
        LOG.log(
                Level.WARNING,
                sentence(event, failure.reason)
                        + "; the stream is parked for this table until it is rebuilt",
                failure.reason);
        parked.put(event.stream().value(), event.version());
        toPark.removeIf(stream -> stream.stream().equals(event.stream().value()));
        toPark.add(ParkedByTable.of(event, failure.reason));
        observer.parked(table.name());
    }

    private String sentence(RecordedEvent event, Throwable reason) {
        return "the table "
                + table.name()
                + " cannot apply "
                + event.type()
                + " of "
                + event.stream()
                + " at version "
                + event.version()
                + ": "
                + reason;
    }

    /// Keeps why the build goes no further, and the streams that its page would have parked.
    void stop(String reason) throws SQLException {
        builds.stop(row, reason, toPark);
    }

    private static boolean isOfTheDatabase(Throwable reason) {
        for (Throwable one = reason; one != null; one = one.getCause()) {
            if (one instanceof SQLTransientException
                    || one instanceof SQLRecoverableException
                    || one instanceof SQLNonTransientConnectionException) {
                return true;
            }
            if (one instanceof SQLException sql
                    && sql.getSQLState() != null
                    && sql.getSQLState().length() == 5
                    && NOT_THE_EVENT.contains(sql.getSQLState().substring(0, 2))) {
                return true;
            }
        }
        return false;
    }
}
