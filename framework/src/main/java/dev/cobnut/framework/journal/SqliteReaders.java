package dev.cobnut.framework.journal;

import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// A bounded pool of readers. A caller waits in line when all of them are busy.
///
/// Each query is a statement outside of a transaction. It sees every commit before it, and it keeps
/// the write-ahead log from being reset only while it runs.
final class SqliteReaders implements AutoCloseable {

    /// Longest wait for a reader.
    private static final long WAIT_SECONDS_MAX = 10;

    private static final System.Logger LOG = System.getLogger(SqliteReaders.class.getName());

    /// One query.
    @FunctionalInterface
    interface Query<T> {
        T ask(SqliteReader reader) throws SQLException;
    }

    private final Path file;
    private final int connections;
    private final BlockingQueue<SqliteReader> idle;

    /// Readers that [#quiesce] took; used by the closing thread only.
    private final List<SqliteReader> quiet = new ArrayList<>();

    private volatile boolean closed;

    SqliteReaders(Path file, int connections) {
        this.file = file;
        this.connections = connections;
        idle = new ArrayBlockingQueue<>(connections, true);
        try {
            for (int i = 0; i < connections; i++) {
                idle.add(new SqliteReader(SqliteOpening.openReader(file)));
            }
        } catch (SQLException e) {
            close();
            throw SqliteFailure.atOpen(file, e);
        }
    }

    <T> T ask(Query<T> query) {
        SqliteReader reader = borrow();
        try {
            return query.ask(reader);
        } catch (SQLException e) {
            reader = renewed(reader, e);
            throw new JournalException(
                    "reading " + file + " failed (" + e.getMessage() + "); check the disk", e);
        } finally {
            idle.add(reader);
        }
    }

    private SqliteReader borrow() {
        if (closed) {
            throw new JournalException("the journal is closed", null);
        }
        try {
            SqliteReader reader = idle.poll();
            if (reader == null) {
                reader =
                        RequestWaits.during(
                                Wait.CONNECTION,
                                () -> idle.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS));
            }
            if (reader == null) {
                throw new JournalException(
                        "all "
                                + connections
                                + " readers of the journal were busy for "
                                + WAIT_SECONDS_MAX
                                + " s; configure more, or ask for less at a time",
                        null);
            }
            if (closed) {
                idle.add(reader);
                throw new JournalException("the journal is closed", null);
            }
            return reader;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalException("interrupted while waiting for the journal", e);
        }
    }

    /// The driver closes a statement that failed, so the reader is replaced; the old one stays when
    /// that fails, too.
    private SqliteReader renewed(SqliteReader failed, SQLException failure) {
        try {
            SqliteReader fresh = new SqliteReader(SqliteOpening.openReader(file));
            failed.close();
            return fresh;
        } catch (SQLException | JournalException e) {
            failure.addSuppressed(e);
            return failed;
        }
    }

    /// Takes no queries any more and waits for those that are running; the connections stay open.
    void quiesce() {
        closed = true;
        try {
            while (quiet.size() < connections) {
                SqliteReader reader = idle.poll(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
                if (reader == null) {
                    LOG.log(Level.WARNING, "A query of the journal is still running at close.");
                    return;
                }
                quiet.add(reader);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        idle.drainTo(quiet);
        for (SqliteReader reader : quiet) {
            try {
                reader.close();
            } catch (SQLException e) {
                LOG.log(Level.WARNING, "A reader of the journal did not close.", e);
            }
        }
        quiet.clear();
    }
}
