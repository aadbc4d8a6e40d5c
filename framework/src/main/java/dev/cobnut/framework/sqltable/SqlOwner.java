package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.JournalRewoundException;
import dev.cobnut.framework.sqltable.SqlBuild.MovedException;
import dev.cobnut.framework.sqltable.SqlBuild.StoppedException;
import dev.cobnut.framework.sqltable.SqlBuildRow.State;
import dev.cobnut.framework.table.owner.TableThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Runs a table while this member owns it: builds it when there are no rows of its version, and
/// lets [SqlFollowing] bring new events into them. A failure of the journal or the database is
/// logged once and tried again.
///
/// When there is no live build of this version, one that was begun goes on. One that has no event
/// yet begins anew, because its table may be missing.
final class SqlOwner implements TableThread.Work {

    private static final Logger LOG = System.getLogger(SqlOwner.class.getName());

    /// Opens a build where its row says that it is.
    @FunctionalInterface
    interface Opening {
        SqlBuild of(SqlBuildRow row) throws SQLException;
    }

    private final SqlTable table;
    private final SqlBuilds builds;
    private final SqlTableReads reads;
    private final TableThread thread;
    private final SqlDrops drops;
    private final InstantSource clock;
    private final Opening opening;
    private boolean isPrepared;
    private long lookedAtNanos = System.nanoTime();

    SqlOwner(
            SqlTable table,
            SqlBuilds builds,
            SqlTableReads reads,
            TableThread thread,
            SqlDrops drops,
            InstantSource clock,
            Opening opening) {
        this.table = table;
        this.builds = builds;
        this.reads = reads;
        this.thread = thread;
        this.drops = drops;
        this.clock = clock;
        this.opening = opening;
    }

    @Override
    public boolean isReady() throws SQLException {
        if (!isPrepared) {
            builds.prepare();
            isPrepared = true;
        }
        reads.look();
        return true;
    }

    @Override
    public void own() throws SQLException {
        try {
            reads.look();
            retireLeftOver();
            SqlBuildRow row = reads.live();
            SqlBuild live = row == null ? firstBuild() : opening.of(row);
            if (live == null) {
                return;
            }
            reads.writtenBy(live);
            try (SqlFollowing following =
                    new SqlFollowing(table, builds, reads, thread, drops, this, live)) {
                following.run();
            }
        } catch (MovedException _) { // begins again, where the row says
            LOG.log(
                    Level.INFO,
                    "The table {0} is not where this member has left it: another member writes it, or a commit of which no answer came. It goes on from there.",
                    table.name());
        }
    }

    @Override
    public void left() {
        reads.writtenBy(null);
    }

    /// Gives up builds of this version that do not go on: rebuilds that nobody fills, and what may
    /// lack its table.
    void retireLeftOver() throws SQLException {
        for (SqlBuildRow build : reads.builds()) {
            boolean isOwn = build.version() == table.version() && build.state() == State.BUILDING;
            boolean mayLackItsTable = build.position() == 0 && build.stopped() == null;
            if (isOwn && (mayLackItsTable || reads.live() != null)) {
                retire(build);
            }
        }
        reads.look();
    }

    /// @return null when it does not go on here
    private @Nullable SqlBuild firstBuild() throws SQLException, MovedException {
        SqlBuildRow begun = reads.building();
        if (begun != null && begun.isWanted()) {
            retire(begun);
            begun = null;
        }
        if (begun != null && begun.stopped() != null) {
            awaitRebuild();
            return null;
        }
        SqlBuild build = begun == null ? begin() : opening.of(begun);
        LOG.log(Level.INFO, "The table {0} is being built.", build.row().table(table.name()));
        reads.look();
        try {
            if (!fill(build, () -> thread.renew(build.position()) && hasLooked())) {
                return null;
            }
        } catch (JournalRewoundException e) {
            rewound(build, e);
            return null;
        } catch (StoppedException e) {
            stopped(build, e);
            return null;
        }
        goLive(build);
        return build;
    }

    /// The owner keeps the table until somebody wants it to be built anew.
    private void awaitRebuild() throws SQLException {
        while (thread.renew(0)) {
            reads.look();
            SqlBuildRow building = reads.building();
            if (building == null || building.isWanted()) {
                return;
            }
            thread.pause();
        }
    }

    /// Looks every second, so that readers see how far the build is.
    ///
    /// @return true
    private boolean hasLooked() throws SQLException {
        long now = System.nanoTime();
        if (now - lookedAtNanos >= TableThread.PAUSE.toNanos()) {
            lookedAtNanos = now;
            reads.look();
        }
        return true;
    }

    /// Begins a build with a number that no other has had.
    SqlBuild begin() throws SQLException {
        int last =
                builds.read().stream()
                        .filter(build -> build.version() == table.version())
                        .mapToInt(SqlBuildRow::number)
                        .max()
                        .orElse(0);
        return opening.of(builds.begin(table.version(), last + 1, clock.millis()));
    }

    /// Whether a build goes on.
    @FunctionalInterface
    interface GoesOn {
        boolean ask() throws SQLException;
    }

    /// Brings a build to the end of the journal. Any thread of the table.
    ///
    /// @return false when it does not go on
    boolean fill(SqlBuild build, GoesOn goesOn) throws MovedException, StoppedException {
        while (true) {
            try {
                if (!goesOn.ask()) {
                    return false;
                }
                if (build.step() == 0) {
                    return true;
                }
            } catch (SQLException | JournalException e) {
                thread.tell(e);
                thread.pause();
            }
        }
    }

    void goLive(SqlBuild build) throws SQLException {
        builds.goLive(build.row(), clock.millis());
        reads.look();
        LOG.log(
                Level.INFO,
                "The table {0} is built, through position {1}, and is read now.",
                build.row().table(table.name()),
                build.position());
    }

    void retire(SqlBuildRow build) throws SQLException {
        builds.retire(build, clock.millis());
    }

    void rewound(SqlBuild build, JournalRewoundException e) throws SQLException {
        LOG.log(
                Level.WARNING,
                "{0}, which the table {1} has; it is built anew",
                e.getMessage(),
                table.name());
        retire(build.row());
    }

    void stopped(SqlBuild build, StoppedException e) throws SQLException {
        LOG.log(Level.ERROR, "{0}", e.getMessage());
        build.stop(String.valueOf(e.getMessage()));
        reads.look();
    }
}
