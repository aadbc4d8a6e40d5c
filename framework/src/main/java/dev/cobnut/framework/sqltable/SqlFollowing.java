package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.journal.JournalRewoundException;
import dev.cobnut.framework.sqltable.SqlBuild.MovedException;
import dev.cobnut.framework.sqltable.SqlBuild.StoppedException;
import dev.cobnut.framework.table.owner.TableThread;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Brings new events into the live build, and switches to a rebuild that is ready. Only the thread
/// of the table uses it.
///
/// A rebuild is brought to the position of the live build at least before the switch, so no row
/// that was read goes back. One that fails begins anew, because it is still wanted.
final class SqlFollowing implements AutoCloseable {

    private final SqlTable table;
    private final SqlBuilds builds;
    private final SqlTableReads reads;
    private final TableThread thread;
    private final SqlDrops drops;
    private final SqlOwner owner;
    private SqlBuild live;
    private @Nullable SqlRebuild rebuild;
    private boolean isStopped;
    private long lookedAtNanos = System.nanoTime() - TableThread.PAUSE.toNanos();

    SqlFollowing(
            SqlTable table,
            SqlBuilds builds,
            SqlTableReads reads,
            TableThread thread,
            SqlDrops drops,
            SqlOwner owner,
            SqlBuild live) {
        this.table = table;
        this.builds = builds;
        this.reads = reads;
        this.thread = thread;
        this.drops = drops;
        this.owner = owner;
        this.live = live;
        this.isStopped = live.row().stopped() != null;
    }

    /// Returns when the live build is gone, or this member does not run the table any more.
    void run() throws MovedException {
        boolean isThere = true;
        while (isThere && thread.renew(live.position())) {
            try {
                isThere = turn();
            } catch (SQLException | RuntimeException e) {
                thread.tell(e);
                thread.pause(); // what was not written is written again
            }
        }
    }

    /// @return false when the live build is gone
    private boolean turn() throws SQLException, MovedException {
        long begun = System.nanoTime();
        if (begun - lookedAtNanos >= TableThread.PAUSE.toNanos()) {
            lookedAtNanos = begun;
            reads.look();
            SqlBuildRow present = reads.live();
            if (present == null || present.number() != live.row().number()) {
                return false;
            }
            drops.begin();
            if (present.isWanted() && rebuild == null) {
                owner.retireLeftOver(); // of an attempt to begin that failed half way
                rebuild = new SqlRebuild(table, owner, thread, owner.begin());
            }
        }
        SqlRebuild running = rebuild;
        if (running != null && running.isDone() && isEnded(running)) {
            rebuild = null;
        }
        return follow(begun);
    }

    /// @return false when the live build is gone
    private boolean follow(long begun) throws SQLException, MovedException {
        int applied = 0;
        try {
            applied = isStopped ? 0 : live.step();
        } catch (JournalRewoundException e) {
            owner.rewound(live, e);
            return false;
        } catch (StoppedException e) {
            owner.stopped(live, e);
            isStopped = true;
        }
        thread.followed(begun, applied, live.isAtEnd());
        return true;
    }

    /// @return false when it is to be asked again
    private boolean isEnded(SqlRebuild ended) throws SQLException, MovedException {
        SqlBuild next = ended.build();
        switch (ended.end()) {
            case FILLED -> {
                return isSwitched(next);
            }
            case STOPPED -> giveUp(next);
            case FAILED -> owner.retire(next.row());
        }
        return true;
    }

    private boolean isSwitched(SqlBuild next) throws SQLException, MovedException {
        try {
            while (next.position() < live.position()) {
                if (thread.isClosed() || next.step() == 0) {
                    return false; // the journal may have lost events: the live build finds out
                }
            }
        } catch (StoppedException e) {
            owner.stopped(next, e);
            giveUp(next);
            return true;
        } catch (JournalRewoundException e) {
            owner.rewound(next, e);
            return true;
        }
        owner.goLive(next);
        live = next;
        reads.writtenBy(next);
        isStopped = false;
        return true;
    }

    private void giveUp(SqlBuild next) throws SQLException {
        builds.rebuildStopped(live.row());
        owner.retire(next.row());
    }

    /// The member that runs the table next begins the rebuild anew.
    @Override
    public void close() {
        SqlRebuild running = rebuild;
        if (running != null) {
            running.cancel();
        }
    }
}
