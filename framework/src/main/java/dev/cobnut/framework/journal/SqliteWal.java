package dev.cobnut.framework.journal;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/// Keeps the write-ahead log bounded without long stalls of the writer.
///
/// Checkpoints copy the log into the database. By default SQLite runs one inside a COMMIT every 1
/// 000 pages. Here the thread `journal-checkpoint` runs them on its own connection while the writer
/// goes on. SQLite reuses the log from its beginning only if *everything* is copied at the moment a
/// transaction begins. Under constant load a background pass never reaches this state, so the
/// writer copies the rest:
///
/// ```text
/// RESTING   log ≥ walCheckpointPages → COPYING     looked at every few hundred rows
/// COPYING   background PASSIVE pass → COPIED
/// COPIED    writer copies the short remainder inline → RESTING; the next transaction restarts the log
/// any       log ≥ walPagesMax → the writer itself runs RESTART, which also waits for readers
/// ```
///
/// An I/O error of a checkpoint closes the gate for good. The failed fsync must not be repeated.
/// The log stays as it is, so that everything can be recovered from it.
final class SqliteWal implements AutoCloseable {

    /// Rows after which the writer looks at the log's length again.
    private static final int LOOK_EVERY_ROWS = 256;

    private static final Duration CLOSE_TIMEOUT_MAX = Duration.ofSeconds(30);

    private static final System.Logger LOG = System.getLogger(SqliteWal.class.getName());

    private enum Phase {
        RESTING,
        COPYING,
        COPIED,
        CLOSED
    }

    /// @param pages in the log
    /// @param copied of them
    private record Length(boolean busy, long pages, long copied) {}

    private final Path file;
    private final Connection writer;
    private final Connection background;
    private final WriteGate gate;
    private final int checkpointPages;
    private final int pagesMax;

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RESTING);
    private final Semaphore asked = new Semaphore(0);
    private final ReentrantLock copying = new ReentrantLock();
    private final Thread thread;

    private int rowsSinceLook;
    private long restartAtPages;

    /// @param writer the writer's connection, used on its thread
    /// @param background a connection of its own
    SqliteWal(
            Path file,
            Connection writer,
            Connection background,
            WriteGate gate,
            SqliteSettings settings) {
        this.file = file;
        this.writer = writer;
        this.background = background;
        this.gate = gate;
        checkpointPages = settings.walCheckpointPages();
        pagesMax = settings.walPagesMax();
        restartAtPages = pagesMax;
        thread = Thread.ofPlatform().name("journal-checkpoint").daemon().start(this::copyWhenAsked);
    }

    /// The writer committed so many rows.
    void written(int rows) {
        rowsSinceLook += rows;
    }

    /// One bounded turn on the writer's thread, outside of a transaction.
    void upkeep() throws SQLException {
        if (phase.get() == Phase.COPIED) {
            inline("PASSIVE");
            phase.compareAndSet(Phase.COPIED, Phase.RESTING);
        }
        if (rowsSinceLook < LOOK_EVERY_ROWS) {
            return;
        }
        rowsSinceLook = 0;
        Length length = checkpoint(writer, "NOOP");
        if (length.pages() >= restartAtPages && length.pages() > length.copied()) {
            Length left = inline("RESTART");
            restartAtPages = left.busy() ? left.pages() + checkpointPages : pagesMax;
        } else if (length.pages() >= checkpointPages
                && length.pages() > length.copied()
                && phase.compareAndSet(Phase.RESTING, Phase.COPYING)) {
            asked.release();
        }
    }

    private Length inline(String mode) throws SQLException {
        copying.lock();
        try {
            return checkpoint(writer, mode);
        } finally {
            copying.unlock();
        }
    }

    private void copyWhenAsked() {
        while (phase.get() != Phase.CLOSED) {
            asked.acquireUninterruptibly();
            if (phase.get() == Phase.COPYING) {
                copyOnce();
            }
        }
    }

    private void copyOnce() {
        copying.lock();
        try {
            checkpoint(background, "PASSIVE");
            phase.compareAndSet(Phase.COPYING, Phase.COPIED);
        } catch (SQLException e) {
            failed(e);
            phase.compareAndSet(Phase.COPYING, Phase.RESTING);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "A background copy of the journal's log failed.", e);
            phase.compareAndSet(Phase.COPYING, Phase.RESTING);
        } finally {
            copying.unlock();
        }
    }

    private void failed(SQLException failure) {
        if (SqliteFailure.of(failure) == SqliteFailure.BROKEN) {
            gate.close(SqliteFailure.sentence(file, failure), true);
        } else {
            LOG.log(Level.WARNING, "The journal's log could not be copied.", failure);
        }
    }

    private static Length checkpoint(Connection connection, String mode) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(" + mode + ")")) {
            row.next();
            return new Length(row.getInt(1) != 0, row.getLong(2), row.getLong(3));
        }
    }

    /// Pages in the log; for tests.
    long pages() throws SQLException {
        return checkpoint(background, "NOOP").pages();
    }

    /// Copies everything and empties the log. The writer and the readers must have ended.
    void truncate() throws SQLException {
        Length left = inline("TRUNCATE");
        if (left.busy()) {
            LOG.log(
                    Level.WARNING,
                    "{0} pages of the journal''s log were not copied at close; the next start reads them from the log.",
                    left.pages() - left.copied());
        }
    }

    /// Ends the background thread after the pass that it is in.
    @Override
    public void close() {
        phase.set(Phase.CLOSED);
        asked.release();
        if (!UninterruptibleJoin.within(thread, CLOSE_TIMEOUT_MAX)) {
            LOG.log(Level.ERROR, "The copy of the journal's log does not end.");
        }
    }
}
