package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.AppendResult.Unknown;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Writes groups into `journal.db`: one transaction each, and one fsync.
///
/// Before COMMIT a failure is rolled back, and the group was not written. A COMMIT that failed for
/// want of space was not written either, because its last frame is missing in the log. Any other
/// failed COMMIT leaves the outcome open: the group is `Unknown` and nothing is written any more,
/// since an fsync that is tried again may succeed without having written.
final class SqliteGroupWriter implements GroupWriter, AutoCloseable {

    /// How often a full disk is tried again.
    private static final long PROBE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final System.Logger LOG = System.getLogger(SqliteGroupWriter.class.getName());

    private final Path file;
    private final Connection connection;
    private final SqliteTransaction transaction;
    private final WriteGate gate;
    private final SqliteWal wal;
    private long probeAtNanos;

    SqliteGroupWriter(
            Path file,
            Connection connection,
            SqliteTransaction transaction,
            WriteGate gate,
            SqliteWal wal) {
        this.file = file;
        this.connection = connection;
        this.transaction = transaction;
        this.gate = gate;
        this.wal = wal;
    }

    @Override
    public Written write(List<AppendRequest> appends, List<Publication> publications) {
        if (gate.state() instanceof NotWritable(String reason, _)) {
            return notWritten(appends, reason);
        }
        List<AppendResult> outcomes = new ArrayList<>(appends.size());
        String notPublished;
        try {
            appendAll(appends, outcomes);
            notPublished = publishAll(publications);
            if (notPublished != null) {
                transaction.rollBack();
                outcomes.clear();
                appendAll(appends, outcomes);
            }
        } catch (SQLException e) {
            return failedBeforeCommit(appends, e);
        } catch (RuntimeException e) {
            return failedBeforeCommit(appends, new SQLException(e.toString(), e));
        }
        try {
            transaction.commit();
            wal.written(transaction.rows());
        } catch (SQLException e) {
            return failedInCommit(appends, e);
        }
        return new Written(outcomes, notPublished, true);
    }

    private void appendAll(List<AppendRequest> appends, List<AppendResult> outcomes)
            throws SQLException {
        transaction.begin();
        outcomes.addAll(transaction.append(appends));
    }

    /// @return one sentence when the publications, and only they, cannot be written
    private @Nullable String publishAll(List<Publication> publications) throws SQLException {
        try {
            for (Publication publication : publications) {
                transaction.publish(publication);
            }
            return null;
        } catch (SQLException e) {
            if (SqliteFailure.of(e) != SqliteFailure.STATEMENT) {
                throw e;
            }
            return SqliteFailure.sentence(file, e);
        } catch (RuntimeException e) {
            return "the journal could not write the publications (" + e + ")";
        }
    }

    private Written failedBeforeCommit(List<AppendRequest> appends, SQLException failure) {
        String reason = SqliteFailure.sentence(file, failure);
        closeGate(failure, reason);
        try {
            transaction.rollBack();
        } catch (SQLException e) {
            e.addSuppressed(failure);
            LOG.log(Level.ERROR, "The journal could not roll back.", e);
            gate.close(SqliteFailure.sentence(file, e), true);
        }
        return notWritten(appends, reason);
    }

    private Written failedInCommit(List<AppendRequest> appends, SQLException failure) {
        String reason = SqliteFailure.sentence(file, failure);
        if (SqliteFailure.of(failure) == SqliteFailure.DISK_FULL) {
            try {
                transaction.rollBack();
                closeGate(failure, reason);
                return notWritten(appends, reason);
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
        LOG.log(Level.ERROR, "A commit of the journal failed; its outcome is open.", failure);
        gate.close(reason, true);
        return new Written(Collections.nCopies(appends.size(), new Unknown(reason)), reason, false);
    }

    private void closeGate(SQLException failure, String reason) {
        probeAtNanos = System.nanoTime() + PROBE_INTERVAL_NANOS;
        switch (SqliteFailure.of(failure)) {
            case DISK_FULL, BUSY -> gate.close(reason, false);
            case BROKEN -> gate.close(reason, true);
            case STATEMENT ->
                    LOG.log(Level.ERROR, "A group of the journal was not written.", failure);
        }
    }

    private static Written notWritten(List<AppendRequest> appends, String reason) {
        return new Written(
                Collections.nCopies(appends.size(), new Unavailable(reason)), reason, false);
    }

    @Override
    public long upkeep() {
        if (gate.state() instanceof NotWritable(_, boolean lasting)) {
            return lasting ? NEVER : probe();
        }
        try {
            wal.upkeep();
        } catch (SQLException e) {
            String reason = SqliteFailure.sentence(file, e);
            if (SqliteFailure.of(e) == SqliteFailure.BROKEN) {
                gate.close(reason, true);
            } else {
                LOG.log(Level.WARNING, "The journal''s log could not be copied: {0}", reason);
            }
        }
        return NEVER;
    }

    /// Tries whether there is space again by a real write, large enough to need new pages.
    private long probe() {
        long left = probeAtNanos - System.nanoTime();
        if (left > 0) {
            return left;
        }
        try {
            SqliteOpening.run(
                    connection, "INSERT INTO space_probe (filler) VALUES (zeroblob(65536))");
            SqliteOpening.run(connection, "DELETE FROM space_probe");
            gate.reopen();
            return NEVER;
        } catch (SQLException e) {
            if (SqliteFailure.of(e) == SqliteFailure.BROKEN) {
                gate.close(SqliteFailure.sentence(file, e), true);
                return NEVER;
            }
            LOG.log(Level.DEBUG, "The journal still cannot be written.", e);
            probeAtNanos = System.nanoTime() + PROBE_INTERVAL_NANOS;
            return PROBE_INTERVAL_NANOS;
        }
    }

    /// Closes the statements. The connection belongs to the opener.
    @Override
    public void close() throws SQLException {
        transaction.close();
    }
}
