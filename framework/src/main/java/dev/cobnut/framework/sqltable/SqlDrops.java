package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.sqltable.SqlBuildRow.State;
import dev.cobnut.framework.table.owner.TableThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Gives up older versions, and drops what nobody reads any more.
final class SqlDrops {

    private static final Logger LOG = System.getLogger(SqlDrops.class.getName());

    private final SqlTable table;
    private final SqlBuilds builds;
    private final SqlTableReads reads;
    private final TableThread thread;
    private final boolean isShared;
    private final Duration after;
    private final InstantSource clock;
    private final AtomicBoolean isDropping = new AtomicBoolean();

    /// @param isShared true when other members may run other versions
    /// @param after how long a build stays that is read no more
    SqlDrops(
            SqlTable table,
            SqlBuilds builds,
            SqlTableReads reads,
            TableThread thread,
            boolean isShared,
            Duration after,
            InstantSource clock) {
        this.table = table;
        this.builds = builds;
        this.reads = reads;
        this.thread = thread;
        this.isShared = isShared;
        this.after = after;
        this.clock = clock;
    }

    /// Begins to drop what is due, unless the drops before still run. Called by the table's own
    /// thread.
    void begin() throws SQLException {
        long now = clock.millis();
        List<SqlBuildRow> due = new ArrayList<>();
        for (SqlBuildRow build : reads.builds()) {
            if (build.state() == State.OLD) {
                if (now - build.since() >= after.toMillis()) {
                    due.add(build);
                }
            } else if (isLeft(build, now)) {
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

    /// True for an older version that no member runs, when the present one has been read for long.
    private boolean isLeft(SqlBuildRow build, long now) {
        SqlBuildRow present = reads.live();
        return present != null
                && build.version() < table.version()
                && now - present.since() >= table.keepsOlderFor().toMillis()
                && (!isShared || thread.isLeft(build.version()));
    }

    private void drop(SqlBuildRow build) {
        try {
            builds.drop(build);
        } catch (SQLException e) {
            thread.tell(e); // the next look begins again
        }
    }

    /// On a thread of its own, because a database may wait for a query that reads what is dropped.
    private void dropAll(List<SqlBuildRow> due) {
        try {
            due.forEach(this::drop);
        } finally {
            isDropping.set(false);
        }
    }
}
