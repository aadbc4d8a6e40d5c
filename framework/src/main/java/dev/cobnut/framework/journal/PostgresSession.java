package dev.cobnut.framework.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One connection for statements that change rows, opened when it is needed and again after a
/// failure. One statement at a time. What it answers is durable, as what the journal shows is
/// ([PostgresBarrier]). Thread-safe.
final class PostgresSession implements AutoCloseable {

    @FunctionalInterface
    interface Call<T> {
        T on(Connection connection, PreparedStatement statement) throws SQLException;
    }

    private final PostgresConnections connections;
    private final String what;
    private @Nullable Connection connection;
    private boolean closed;

    /// @param what begins the sentence of a failure, for example `the consumers`
    PostgresSession(PostgresConnections connections, String what) {
        this.connections = connections;
        this.what = what;
    }

    /// @throws JournalException when the statement failed or its outcome is unknown
    synchronized <T> T ask(String sql, Call<T> call) {
        if (closed) {
            throw new JournalException("the journal is closed", null);
        }
        try {
            Connection open = connection;
            if (open == null) {
                open = connections.openWriter();
                connection = open;
                PostgresBarrier.pass(open, () -> {});
            }
            try (PreparedStatement statement = open.prepareStatement(sql)) {
                T answer = call.on(open, statement);
                PostgresBarrier.requireNoWarning(statement.getWarnings());
                return answer;
            }
        } catch (SQLException e) {
            drop(e);
            throw new JournalException(
                    what
                            + " in "
                            + connections.settings().place()
                            + " cannot be read or changed now: "
                            + PostgresFailure.firstLine(e),
                    e);
        }
    }

    private void drop(SQLException failure) {
        Connection open = connection;
        connection = null;
        if (open != null) {
            PostgresConnections.closeAfter(open, failure);
        }
    }

    /// Sets a parameter to an array with one element per row.
    static <T> void column(
            Connection on,
            PreparedStatement statement,
            int index,
            String type,
            Collection<T> rows,
            Function<T, Object> value)
            throws SQLException {
        statement.setArray(index, on.createArrayOf(type, rows.stream().map(value).toArray()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        drop(new SQLException("the journal is closed"));
    }
}
