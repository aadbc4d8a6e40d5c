package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.sqltable.SqlBuild.MovedException;
import dev.cobnut.framework.sqltable.SqlBuild.StoppedException;
import dev.cobnut.framework.table.owner.TableThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Fills a build beside the live one, on a thread of its own, until it has reached the end of the
/// journal.
final class SqlRebuild {

    private static final Logger LOG = System.getLogger(SqlRebuild.class.getName());

    /// How the thread has ended.
    enum End {
        /// At the end of the journal.
        FILLED,
        /// The build may not go on.
        STOPPED,
        /// It is to begin anew.
        FAILED
    }

    private final SqlOwner owner;
    private final TableThread thread;
    private final SqlBuild build;
    private final Thread builder;
    private volatile boolean cancelled;
    private volatile End end = End.FAILED;

    SqlRebuild(SqlTable table, SqlOwner owner, TableThread thread, SqlBuild build) {
        this.owner = owner;
        this.thread = thread;
        this.build = build;
        this.builder = thread.beside("-rebuild", this::fill);
        LOG.log(
                Level.INFO,
                "The table {0} is being rebuilt as {1}.",
                table.name(),
                build.row().table(table.name()));
        builder.start();
    }

    SqlBuild build() {
        return build;
    }

    boolean isDone() {
        return !builder.isAlive();
    }

    /// When it is done.
    End end() {
        return end;
    }

    private void fill() {
        try {
            if (owner.fill(build, () -> !cancelled && !thread.isClosed())) {
                end = End.FILLED;
            }
        } catch (StoppedException e) {
            LOG.log(Level.ERROR, "{0}", e.getMessage());
            end = End.STOPPED;
        } catch (MovedException _) {
            // it begins anew
        } catch (Throwable e) {
            thread.tell(e);
        }
    }

    void cancel() {
        cancelled = true;
        try {
            builder.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
