package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalRewoundException;
import dev.cobnut.framework.sqltable.SqlBuild.MovedException;
import dev.cobnut.framework.sqltable.SqlBuild.StoppedException;
import dev.cobnut.framework.sqltable.SqlBuildRow.State;
import dev.cobnut.framework.table.RunningTable;
import dev.cobnut.framework.table.TableObserver;
import dev.cobnut.framework.table.TableOwners;
import dev.cobnut.framework.table.TableOwnership;
import dev.cobnut.framework.table.TableSettings;
import dev.cobnut.framework.table.TableStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The background role of one table in SQL: while this member runs it, builds it when there are no
/// rows of its version, brings new events into them, and switches to a rebuild that is ready. All
/// members look into the database every second, so they know the table that is read. A failure of
/// the journal or the database is logged once and tried again.
///
/// - *First build.* There is no live build of this version. One that was begun goes on; one that
///   has no event yet begins anew, because its table may be missing.
/// - *Rebuild.* Another thread fills another build, until it has reached the end of the journal.
///   This thread then brings it to the position of the live build at least, and switches.
public final class SqlTableLoop implements RunningTable {

    /// Pause after a failure, between two attempts to run the table, and between two looks into the
    /// database.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// Shortest time between two reads at the end of the journal.
    private static final long READ_NANOS_MIN = Duration.ofMillis(5).toNanos();

    /// Longest wait of a stop for the running turn.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(15);

    private static final Logger LOG = System.getLogger(SqlTableLoop.class.getName());

    private final SqlTable table;
    private final SqlBuilds builds;
    private final Handler reader;
    private final SqlTableReads reads;
    private final Journal journal;
    private final TableOwners owners;
    private final TableOwnership ownership;
    private final TableSettings settings;
    private final TableObserver observer;
    private final InstantSource clock;
    private final Semaphore signal = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean runsHere;
    private final AtomicBoolean isDropping = new AtomicBoolean();
    private volatile @Nullable String toldFailure;
    private boolean isPrepared;

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
        this.reader = table.reading(codecs);
        table.open(this);
        this.builds = table.builds();
        this.reads = new SqlTableReads(table, builds, journal);
        this.journal = journal;
        this.owners = owners;
        this.ownership = owners.ownership(table.name(), table.version());
        this.settings = settings;
        this.observer = observer;
        this.clock = clock;
        this.thread =
                Thread.ofPlatform()
                        .name("cobnut-table-" + table.name())
                        .daemon(true)
                        .unstarted(this::run);
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public void start() {
        thread.start();
    }

    @Override
    public void appended() {
        if (runsHere) {
            signal();
        }
    }

    private void signal() {
        if (signal.availablePermits() == 0) {
            signal.release();
        }
    }

    @Override
    public void rebuild() {
        try {
            builds.wantRebuild(table.version());
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the database of the table " + table.name() + " does not answer", e);
        }
        signal();
    }

    /// Answers its readers.
    SqlTableReads reads() {
        return reads;
    }

    @Override
    public TableStatus status(long lastPosition) {
        return reads.status(lastPosition, runsHere);
    }

    private void run() {
        while (!closed) {
            try {
                if (!isPrepared) {
                    builds.prepare();
                    isPrepared = true;
                }
                reads.look();
                if (ownership.acquire()) {
                    runsHere = true;
                    own();
                }
            } catch (Throwable e) {
                tell(e);
            } finally {
                reads.writtenBy(null);
                runsHere = false;
            }
            release();
            if (!closed) {
                await(PAUSE.toNanos()); // another member may be able to
            }
        }
        release();
    }

    private void release() {
        try {
            ownership.release();
        } catch (RuntimeException e) {
            LOG.log(
                    Level.DEBUG,
                    "the table " + table.name() + " was not released; its term ends by itself",
                    e);
        }
    }

    /// Runs the table until it is closed or another member does.
    private void own() throws SQLException, MovedException {
        reads.look();
        for (SqlBuildRow build : reads.builds()) {
            boolean isOwn = build.version() == table.version() && build.state() == State.BUILDING;
            boolean mayLackItsTable = build.position() == 0 && build.stopped() == null;
            if (isOwn && (mayLackItsTable || reads.live() != null)) {
                builds.retire(build, clock.millis());
            }
        }
        reads.look();
        SqlBuildRow live = reads.live();
        SqlBuild build;
        if (live == null) {
            build = firstBuild();
            if (build == null) {
                return;
            }
        } else {
            build = open(live);
        }
        reads.writtenBy(build);
        try (Following following = new Following(build)) {
            following.run();
        }
    }

    private SqlBuild open(SqlBuildRow row) throws SQLException {
        return new SqlBuild(
                table, builds, row, reader, journal.cursors(), observer, settings.parkedMax());
    }

    private SqlBuild begin() throws SQLException {
        int last = 0;
        for (SqlBuildRow build : builds.read()) {
            last = build.version() == table.version() ? Math.max(last, build.number()) : last;
        }
        return open(builds.begin(table.version(), last + 1, clock.millis()));
    }

    /// @return null when it does not go on here
    private @Nullable SqlBuild firstBuild() throws SQLException, MovedException {
        SqlBuildRow begun = reads.building();
        if (begun != null && begun.isWanted()) {
            builds.retire(begun, clock.millis());
            begun = null;
        }
        if (begun != null && begun.stopped() != null) {
            return awaitingRebuild();
        }
        SqlBuild build = begun == null ? begin() : open(begun);
        LOG.log(Level.INFO, "The table {0} is being built.", build.row().table(table.name()));
        reads.look();
        try {
            if (!fill(build, () -> !closed && ownership.renew(0))) {
                return null;
            }
        } catch (JournalRewoundException e) {
            rewound(build, e);
            return null;
        } catch (StoppedException e) {
            stopped(build, e);
            return null;
        }
        builds.goLive(build.row(), clock.millis());
        reads.look();
        told(build);
        return build;
    }

    /// The owner keeps the table until somebody wants it to be built anew.
    private @Nullable SqlBuild awaitingRebuild() throws SQLException {
        while (!closed && ownership.renew(0)) {
            reads.look();
            SqlBuildRow building = reads.building();
            if (building == null || building.isWanted()) {
                return null;
            }
            await(PAUSE.toNanos());
        }
        return null;
    }

    private void told(SqlBuild build) {
        LOG.log(
                Level.INFO,
                "The table {0} is built, through position {1}, and is read now.",
                build.row().table(table.name()),
                build.position());
    }

    private void rewound(SqlBuild build, JournalRewoundException e) throws SQLException {
        LOG.log(
                Level.WARNING,
                "{0}, which the table {1} has; it is built anew",
                e.getMessage(),
                table.name());
        builds.retire(build.row(), clock.millis());
    }

    private void stopped(SqlBuild build, StoppedException e) throws SQLException {
        LOG.log(Level.ERROR, "{0}", e.getMessage());
        builds.stop(build.row(), String.valueOf(e.getMessage()));
        reads.look();
    }

    /// Whether a build goes on.
    @FunctionalInterface
    private interface GoesOn {
        boolean ask();
    }

    /// Brings a build to the end of the journal.
    ///
    /// @return false when it does not go on
    private boolean fill(SqlBuild build, GoesOn goesOn)
            throws SQLException, MovedException, StoppedException {
        long looked = System.nanoTime();
        while (goesOn.ask()) {
            try {
                if (build.step() == 0) {
                    return true;
                }
            } catch (SQLException e) {
                tell(e);
                pause();
            }
            if (thread.equals(Thread.currentThread())
                    && System.nanoTime() - looked >= PAUSE.toNanos()) {
                looked = System.nanoTime();
                reads.look();
            }
        }
        return false;
    }

    /// Of any thread of this object; a stop ends it.
    private void pause() {
        long until = System.nanoTime() + PAUSE.toNanos();
        while (!closed && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(this, PAUSE.toNanos() / 10);
        }
    }

    /// Brings new events into the live build, and switches to rebuilds.
    private final class Following implements AutoCloseable {

        private SqlBuild live;
        private @Nullable Rebuild rebuild;
        private boolean isStopped;
        private long lookedAtNanos = System.nanoTime() - PAUSE.toNanos();

        Following(SqlBuild live) {
            this.live = live;
            this.isStopped = live.row().stopped() != null;
        }

        void run() throws MovedException {
            while (!closed && ownership.renew(live.position())) {
                try {
                    if (!turn()) {
                        return;
                    }
                } catch (SQLException | RuntimeException e) {
                    tell(e);
                    await(PAUSE.toNanos()); // what was not written is written again
                }
            }
        }

        /// @return false when the live build is gone
        private boolean turn() throws SQLException, MovedException {
            long begun = System.nanoTime();
            if (begun - lookedAtNanos >= PAUSE.toNanos()) {
                lookedAtNanos = begun;
                reads.look();
                SqlBuildRow present = reads.live();
                if (present == null || present.number() != live.row().number()) {
                    return false;
                }
                drop();
                if (present.isWanted() && rebuild == null) {
                    builds.rebuildBegins(present);
                    rebuild = new Rebuild(begin());
                    rebuild.start();
                }
            }
            Rebuild running = rebuild;
            if (running != null && running.isDone()) {
                rebuild = null;
                end(running);
            }
            follow(begun);
            return true;
        }

        private void follow(long begun) throws SQLException, MovedException {
            int applied = 0;
            try {
                applied = isStopped ? 0 : live.step();
            } catch (JournalRewoundException e) {
                rewound(live, e);
                lookedAtNanos = begun - PAUSE.toNanos(); // finds that the build is gone
                return;
            } catch (StoppedException e) {
                stopped(live, e);
                isStopped = true;
            }
            if (applied == 0) {
                await(settings.pollInterval().toNanos());
                return;
            }
            toldFailure = null;
            long left = READ_NANOS_MIN - (System.nanoTime() - begun);
            if (left > 0 && live.isAtEnd()) {
                await(left);
            }
        }

        private void end(Rebuild ended) throws SQLException, MovedException {
            SqlBuild next = ended.build;
            if (!ended.isFilled) {
                builds.retire(next.row(), clock.millis());
                if (ended.isWantedAgain) {
                    builds.wantRebuild(table.version());
                }
                return;
            }
            try {
                while (next.position() < live.position()) {
                    int _ = next.step();
                }
            } catch (StoppedException e) {
                stopped(next, e);
                builds.retire(next.row(), clock.millis());
                return;
            } catch (SQLException | RuntimeException e) {
                rebuild = ended; // is tried again
                throw e;
            }
            builds.goLive(next.row(), clock.millis());
            live = next;
            reads.writtenBy(next);
            isStopped = false;
            reads.look();
            told(next);
        }

        /// Gives up older versions, and drops what nobody reads any more.
        private void drop() throws SQLException {
            long now = clock.millis();
            SqlBuildRow present = reads.live();
            List<SqlBuildRow> due = new ArrayList<>();
            for (SqlBuildRow build : reads.builds()) {
                if (build.state() == State.OLD) {
                    if (now - build.since() >= settings.dropAfter().toMillis()) {
                        due.add(build);
                    }
                } else if (present != null
                        && build.version() < table.version()
                        && now - present.since() >= table.keepsOlderFor().toMillis()
                        && (!owners.isShared() || ownership.isLeft(build.version()))) {
                    builds.retire(build, now);
                    LOG.log(
                            Level.INFO,
                            "The table {0} is dropped soon: no member runs version {1} of {2}.",
                            build.table(table.name()),
                            build.version(),
                            table.name());
                }
            }
            if (!due.isEmpty() && isDropping.compareAndSet(false, true)) {
                Thread.ofVirtual()
                        .name("cobnut-table-" + table.name() + "-drop")
                        .start(() -> dropAll(due));
            }
        }

        @Override
        public void close() {
            Rebuild running = rebuild;
            if (running != null) {
                running.cancel();
            }
        }
    }

    /// On a thread of its own, because a database may wait for a query that reads what is dropped.
    private void dropAll(List<SqlBuildRow> due) {
        try {
            for (SqlBuildRow build : due) {
                builds.drop(build);
            }
        } catch (SQLException e) {
            tell(e);
        } finally {
            isDropping.set(false);
        }
    }

    /// A build beside the live one, on a thread of its own.
    private final class Rebuild {

        private final SqlBuild build;
        private final Thread builder =
                Thread.ofPlatform()
                        .name("cobnut-table-" + table.name() + "-rebuild")
                        .daemon(true)
                        .unstarted(this::fillAnother);
        private volatile boolean cancelled;
        private volatile boolean isFilled;
        private volatile boolean isWantedAgain;

        Rebuild(SqlBuild build) {
            this.build = build;
        }

        void start() {
            LOG.log(
                    Level.INFO,
                    "The table {0} is being rebuilt as {1}.",
                    table.name(),
                    build.row().table(table.name()));
            builder.start();
        }

        boolean isDone() {
            return !builder.isAlive();
        }

        private void fillAnother() {
            try {
                isFilled = fill(build, () -> !cancelled && !closed);
            } catch (StoppedException e) {
                LOG.log(Level.ERROR, "{0}", e.getMessage());
            } catch (Throwable e) {
                isWantedAgain = true;
                tell(e);
            }
        }

        /// The member that runs the table next begins it anew.
        void cancel() {
            cancelled = true;
            try {
                builder.join();
                builds.wantRebuild(table.version());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (SQLException e) {
                tell(e);
            }
        }
    }

    private void tell(Throwable failure) {
        Failures.rethrowFatal(failure);
        if (closed || failure instanceof MovedException) {
            return;
        }
        observer.failed(table.name());
        String reason = String.valueOf(failure.getMessage());
        LOG.log(
                reason.equals(toldFailure) ? Level.DEBUG : Level.WARNING,
                "the table " + table.name() + " cannot go on: " + reason + "; it tries again",
                failure);
        toldFailure = reason;
    }

    private void await(long nanos) {
        try {
            boolean _ = signal.tryAcquire(nanos, TimeUnit.NANOSECONDS);
            signal.drainPermits();
        } catch (InterruptedException _) {
            closed = true; // only close() interrupts
        }
    }

    @Override
    public void beginClosing() {
        closed = true;
        signal.release();
    }

    @Override
    public void close() {
        beginClosing();
        try {
            if (thread.isAlive() && !thread.join(CLOSE_MAX)) {
                thread.interrupt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
