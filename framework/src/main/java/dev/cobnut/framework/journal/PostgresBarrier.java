package dev.cobnut.framework.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// A commit that returns only when everything that the journal shows is durable: on the server's
/// disk, and at every synchronous standby that the server waits for.
///
/// PostgreSQL shows a commit to others when the standbys have confirmed it. It shows it earlier
/// when the wait ends before: the server crashed and started again, or somebody ended the process
/// or its wait. Then a failover can lose what was seen. So every connection passes a barrier before
/// it is used: a small record in the log, committed under the journal's lock. It comes after all
/// that was visible, so the standbys confirm everything before they confirm it.
///
/// Nothing ends the wait of a barrier. Its process holds the journal's lock while it waits, so at
/// most one waits at the server, whoever tries again.
final class PostgresBarrier {

    private PostgresBarrier() {}

    /// What is done while nobody else can write.
    @FunctionalInterface
    interface UnderLock {
        void run() throws SQLException;
    }

    /// @param first done under the journal's lock, before the record is written
    static void pass(Connection connection, UnderLock first) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            lock(statement);
            first.run();
            statement.execute("SELECT pg_logical_emit_message(true, 'cobnut', 'barrier')");
        }
        connection.clearWarnings(); // of the login, for example
        commit(connection);
        requireNoWarning(connection.getWarnings());
        connection.setAutoCommit(true);
    }

    private static void commit(Connection connection) throws SQLException {
        try {
            connection.commit();
        } catch (SQLException e) {
            if (PostgresFailure.of(e) == PostgresFailure.LOST) {
                throw new SQLException(
                        PostgresFailure.firstLine(e), PostgresFailure.COMMITS_WAIT, e);
            }
            throw e;
        }
    }

    private static void lock(Statement statement) throws SQLException {
        try {
            statement.execute("SELECT lock_journal()");
        } catch (SQLException e) {
            if (PostgresFailure.of(e) == PostgresFailure.BUSY) {
                throw new SQLException(
                        "the journal's lock is held", PostgresFailure.COMMITS_WAIT, e);
            }
            throw e;
        }
    }

    /// A commit succeeds with a warning when its wait for a standby was ended.
    static void requireNoWarning(@Nullable SQLWarning warning) throws SQLException {
        if (warning != null) {
            throw new SQLException(warning.getMessage(), PostgresFailure.COMMITS_WAIT, warning);
        }
    }
}
