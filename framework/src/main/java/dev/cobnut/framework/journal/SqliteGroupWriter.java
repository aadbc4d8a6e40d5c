package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.AppendResult.Unknown;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Writes groups into `journal.db`: one transaction each, and one fsync.
///
/// While rows wait to be merged ([PendingRows]), a group takes a piece of the merge with it: a
/// piece has no fsync of its own then. While no groups come, a piece is written alone.
///
/// Before COMMIT a failure is rolled back, and the group was not written. When the file does not
/// accept the content of a group, the group is divided until what cannot be written is alone.
///
/// A COMMIT that failed with `SQLITE_FULL` was not written either, because its last frame is
/// missing in the log. Any other failed COMMIT leaves the outcome open, and the group is `Unknown`.
///
/// One of them passes: the log has all frames on the disk, but its index in `-shm` could not grow.
/// After a crash the group would be there. The next commit overwrites its frames, and then it is
/// not. After every other one nothing is written any more, since an fsync that is tried again may
/// succeed without having written.
final class SqliteGroupWriter implements GroupWriter, AutoCloseable {

    /// How often a full disk is tried again.
    private static final long PROBE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /// Without a group for so long, pieces of a merge are written alone.
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /// Rows of a piece that is written alone. A group that comes meanwhile waits for it.
    private static final int PIECE_ALONE = 256;

    private static final System.Logger LOG = System.getLogger(SqliteGroupWriter.class.getName());

    private final Path file;
    private final Connection connection;
    private final SqliteTransaction transaction;
    private final WriteGate gate;
    private final SqliteWal wal;
    private long probeAtNanos;

    /// The file has refused the last piece of a merge. Said once, because every group tries again.
    private boolean pieceRefused;

    private long lastGroupNanos = System.nanoTime() - QUIET_NANOS;

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
        lastGroupNanos = System.nanoTime();
        return write(appends, publications, transaction.isMerging() ? 1 : 0);
    }

    /// @param mergeLeast rows of the piece of a merge that is written, too; 0 for none
    private Written write(
            List<AppendRequest> appends, List<Publication> publications, int mergeLeast) {
        if (gate.state() instanceof NotWritable(String reason, _)) {
            return notWritten(appends, publications, reason);
        }
        List<AppendResult> outcomes;
        try {
            transaction.begin();
            outcomes = transaction.append(appends);
            for (Publication publication : publications) {
                transaction.publish(publication);
            }
        } catch (SQLException e) {
            return failedBeforeCommit(appends, publications, e);
        } catch (RuntimeException e) {
            return failedBeforeCommit(appends, publications, new SQLException(e.toString(), e));
        }
        if (mergeLeast > 0) {
            try {
                transaction.merge(mergeLeast);
                pieceRefused = false;
            } catch (SQLException e) {
                return failedPiece(appends, publications, e);
            } catch (RuntimeException e) {
                return failedPiece(appends, publications, new SQLException(e.toString(), e));
            }
        }
        try {
            transaction.commit();
            wal.written(transaction.rows());
        } catch (SQLException e) {
            return failedInCommit(appends, publications, e);
        }
        return new Written(outcomes, Map.of(), true);
    }

    private Written failedBeforeCommit(
            List<AppendRequest> appends, List<Publication> publications, SQLException failure) {
        String reason = SqliteFailure.sentence(file, failure);
        boolean divided =
                SqliteFailure.of(failure) == SqliteFailure.STATEMENT
                        && appends.size() + publications.size() > 1;
        if (!divided) {
            closeGate(failure, reason);
        }
        rollBack(failure);
        return divided
                ? Written.inParts(appends, publications, (some, others) -> write(some, others, 0))
                : notWritten(appends, publications, reason);
    }

    /// When the file does not accept the piece, the group is written without it.
    private Written failedPiece(
            List<AppendRequest> appends, List<Publication> publications, SQLException failure) {
        if (SqliteFailure.of(failure) != SqliteFailure.STATEMENT) {
            return failedBeforeCommit(appends, publications, failure);
        }
        if (!pieceRefused) {
            pieceRefused = true;
            LOG.log(Level.ERROR, "A piece of a merge was not written; it is tried again.", failure);
        }
        rollBack(failure);
        return appends.isEmpty() && publications.isEmpty()
                ? notWritten(appends, publications, SqliteFailure.sentence(file, failure))
                : write(appends, publications, 0);
    }

    private void rollBack(SQLException failure) {
        try {
            transaction.rollBack();
        } catch (SQLException e) {
            e.addSuppressed(failure);
            LOG.log(Level.ERROR, "The journal could not roll back.", e);
            gate.close(SqliteFailure.sentence(file, e), true);
        }
    }

    private Written failedInCommit(
            List<AppendRequest> appends, List<Publication> publications, SQLException failure) {
        String reason = SqliteFailure.sentence(file, failure);
        Unknown unknown = new Unknown(reason);
        if (SqliteFailure.of(failure) == SqliteFailure.DISK_FULL) {
            try {
                transaction.rollBack();
                closeGate(failure, reason);
                return SqliteFailure.provesThatNothingWasCommitted(failure)
                        ? notWritten(appends, publications, reason)
                        : Written.none(appends, publications, unknown, reason);
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
        LOG.log(Level.ERROR, "A commit of the journal failed; its outcome is open.", failure);
        gate.close(reason, true);
        return Written.none(appends, publications, unknown, reason);
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

    private static Written notWritten(
            List<AppendRequest> appends, List<Publication> publications, String reason) {
        return Written.none(appends, publications, new Unavailable(reason), reason);
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
        return transaction.isMerging() ? mergeAlone() : NEVER;
    }

    /// Writes a piece of a merge when it is quiet.
    private long mergeAlone() {
        long left = lastGroupNanos + QUIET_NANOS - System.nanoTime();
        if (left > 0) {
            return left;
        }
        return write(List.of(), List.of(), PIECE_ALONE).committed() ? 0 : NEVER;
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
