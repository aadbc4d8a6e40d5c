package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.JournalState.NotWritable;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The connection of one writer, and how it comes back after it broke. Used by the writer's thread
/// alone.
///
/// A connection that breaks may leave its process at the server behind, with a statement that is
/// still running, or has not been read yet. Before anything is concluded from what the journal
/// shows, that process is ended and its end awaited ([#open]): afterwards nothing of it can commit
/// any more. It is known by its id and the time of its start.
///
/// A commit that waits for a standby is not disturbed: the process is ended under the journal's
/// lock, which a commit holds until its wait is over. The same transaction is the new connection's
/// [PostgresBarrier], so what the journal shows afterwards is durable.
final class PostgresWriterConnection implements AutoCloseable {

    private static final System.Logger LOG =
            System.getLogger(PostgresWriterConnection.class.getName());

    /// How long the server is given to end a process that was left behind.
    private static final int END_PROCESS_MS_MAX = 3_000;

    /// @param startMicros when it began, microseconds since 1970-01-01T00:00Z
    private record ServerProcess(int id, long startMicros) {}

    private final PostgresConnections connections;
    private final WriteGate gate;
    private final AtomicLong reconnects;
    private final Runnable replaced;
    private final CountDownLatch closing = new CountDownLatch(1);

    private @Nullable PostgresStatements statements;
    private @Nullable ServerProcess process;

    /// Its end is not known.
    private @Nullable ServerProcess leftBehind;

    /// A connection was used before, so the next one takes its place.
    private boolean wasOpen;

    /// @param reconnects counts connections that took the place of another
    /// @param replaced is told when a connection has taken the place of a broken one, before it is
    ///   used: it may lead to another server
    PostgresWriterConnection(
            PostgresConnections connections,
            WriteGate gate,
            AtomicLong reconnects,
            Runnable replaced) {
        this.connections = connections;
        this.gate = gate;
        this.reconnects = reconnects;
        this.replaced = replaced;
    }

    /// Uses a connection that is open already.
    void adopt(Connection connection) throws SQLException {
        PostgresBarrier.pass(connection, () -> endLeftBehind(connection));
        leftBehind = null;
        process = processOf(connection);
        statements = new PostgresStatements(connection, connections::servedConsumers);
        wasOpen = true;
    }

    boolean isOpen() {
        return statements != null;
    }

    /// The statements of the open connection. Without one it tries once to open one.
    PostgresStatements open() throws SQLException {
        PostgresStatements current = statements;
        if (current != null) {
            return current;
        }
        boolean isFirst = !wasOpen;
        Connection connection = connections.openWriter();
        try {
            adopt(connection);
        } catch (SQLException | RuntimeException e) {
            PostgresConnections.closeAfter(connection, e);
            throw e;
        }
        if (!isFirst) {
            replaced.run();
        }
        reconnects.incrementAndGet();
        gate.reopen();
        PostgresStatements opened = statements;
        if (opened == null) {
            throw new IllegalStateException("a connection that was adopted is not there");
        }
        return opened;
    }

    /// Closes a broken connection.
    void drop(SQLException failure) {
        LOG.log(
                Level.WARNING,
                "A connection of the journal broke: {0}",
                PostgresFailure.firstLine(failure));
        PostgresStatements broken = statements;
        statements = null;
        if (process != null) {
            leftBehind = process;
            process = null;
        }
        if (broken != null) {
            try {
                broken.close();
            } catch (SQLException e) {
                LOG.log(Level.DEBUG, "A broken connection of the journal did not close.", e);
            }
        }
    }

    /// Opens a connection, however long this takes. The gate is closed meanwhile.
    ///
    /// @param refuse receives the reason of every failed attempt
    /// @return null when the journal is being closed
    @Nullable PostgresStatements openWithRetries(GroupCommit.QueueRefusal refuse) {
        while (true) {
            try {
                return open();
            } catch (SQLException | JournalException e) {
                String reason = closeGate(e);
                refuse.refuseQueued(reason);
            }
            if (isClosingAfterPause()) {
                return null;
            }
        }
    }

    /// @return one sentence for the operator
    String closeGate(Exception failure) {
        String reason =
                failure instanceof SQLException sql
                        ? PostgresFailure.sentence(connections.settings(), sql)
                        : String.valueOf(failure.getMessage());
        if (!(gate.state() instanceof NotWritable)) {
            gate.close(reason, false);
        }
        return reason;
    }

    private boolean isClosingAfterPause() {
        try {
            return closing.await(PostgresConnections.CONNECT_PAUSE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "The journal's writer ignores interrupts.", e);
            return closing.getCount() == 0;
        }
    }

    /// Ends the wait for a lost connection, now and later. Any thread.
    void startClosing() {
        closing.countDown();
    }

    private static ServerProcess processOf(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT pid, (extract(epoch FROM backend_start) * 1000000)::bigint FROM pg_stat_activity WHERE pid = pg_backend_pid()")) {
            if (!row.next()) {
                throw new SQLException("the server does not list its own process");
            }
            return new ServerProcess(row.getInt(1), row.getLong(2));
        }
    }

    private void endLeftBehind(Connection connection) throws SQLException {
        ServerProcess left = leftBehind;
        if (left == null) {
            return;
        }
        try (PreparedStatement statement =
                connection.prepareStatement(
                        """
                        SELECT pg_terminate_backend(pid, %d) FROM pg_stat_activity
                        WHERE pid = ? AND (extract(epoch FROM backend_start) * 1000000)::bigint = ?\
                        """
                                .formatted(END_PROCESS_MS_MAX))) {
            statement.setInt(1, left.id());
            statement.setLong(2, left.startMicros());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next() && !row.getBoolean(1)) {
                    throw new SQLException(
                            "the server has not ended process " + left.id() + " yet", "08000");
                }
            }
        }
    }

    @Override
    public void close() {
        PostgresStatements open = statements;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.log(Level.WARNING, "A connection of the journal did not close.", e);
            }
        }
    }
}
