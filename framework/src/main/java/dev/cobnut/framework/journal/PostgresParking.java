package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Changes of the parked streams, each in a transaction and on a connection of its own. They are
/// rare, and they must not wait behind a group whose outcome is being read.
final class PostgresParking {

    private final PostgresConnections connections;

    PostgresParking(PostgresConnections connections) {
        this.connections = connections;
    }

    Set<StreamId> park(Collection<ParkedStream> streams) {
        List<ParkedStream> rows = List.copyOf(streams);
        return ask(
                "SELECT park_streams(?, ?, ?, ?, ?)",
                (connection, statement) -> {
                    column(connection, statement, 1, "text", rows, row -> row.stream().value());
                    column(connection, statement, 2, "bigint", rows, ParkedStream::version);
                    column(connection, statement, 3, "bigint", rows, row -> row.event().position());
                    column(connection, statement, 4, "bigint", rows, row -> (long) row.attempts());
                    column(connection, statement, 5, "text", rows, ParkedStream::failure);
                    Set<StreamId> parked = new HashSet<>();
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            parked.add(new StreamId(row.getString(1)));
                        }
                    }
                    return parked;
                });
    }

    long unpark(StreamId stream) {
        return ask(
                "SELECT unpark_stream(?)",
                (_, statement) -> {
                    statement.setString(1, stream.value());
                    try (ResultSet row = statement.executeQuery()) {
                        return row.next() ? row.getLong(1) : 0L;
                    }
                });
    }

    @FunctionalInterface
    private interface Call<T> {
        T on(Connection connection, PreparedStatement statement) throws SQLException;
    }

    private <T> T ask(String sql, Call<T> call) {
        try (Connection connection = connections.openWriter();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return call.on(connection, statement);
        } catch (SQLException e) {
            throw new JournalException(
                    "the parked streams in "
                            + connections.settings().place()
                            + " were not changed, or it is not known that they were: "
                            + PostgresFailure.firstLine(e),
                    e);
        }
    }

    private static <T> void column(
            Connection connection,
            PreparedStatement statement,
            int index,
            String type,
            List<ParkedStream> rows,
            Function<ParkedStream, T> value)
            throws SQLException {
        statement.setArray(
                index, connection.createArrayOf(type, rows.stream().map(value).toArray()));
    }
}
