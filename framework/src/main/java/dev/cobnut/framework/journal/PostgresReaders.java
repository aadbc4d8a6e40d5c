package dev.cobnut.framework.journal;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The journal's queries, over a bounded pool of connections. Each query is a transaction of its
/// own and sees every commit before it.
///
/// A query whose connection breaks is repeated once on another connection: after a restart of the
/// server all connections of the pool are broken, and the pool has not noticed yet.
final class PostgresReaders implements AutoCloseable {

    private static final String EVENTS =
            "SELECT e.position, e.stream, e.version, e.event_id, e.type, e.schema_version, e.payload, e.time_micros, e.recorded_at_micros, e.causation, e.correlation, e.traceparent FROM ";

    private static final String STREAM =
            EVENTS + "events e WHERE e.stream = ? AND e.version > ? ORDER BY e.version LIMIT ?";

    private static final String UNPUBLISHED =
            EVENTS
                    + "(SELECT position FROM unpublished WHERE position > ? ORDER BY position LIMIT ?) AS u CROSS JOIN LATERAL (SELECT * FROM events WHERE events.position = u.position LIMIT 1) AS e ORDER BY u.position";

    /// Reads all index entries of each stream; for streams that are new to a member.
    private static final String UNPUBLISHED_OF =
            EVENTS
                    + "unnest(?::text[]) AS s (wanted) CROSS JOIN LATERAL (SELECT e.* FROM events e JOIN unpublished u ON u.position = e.position WHERE e.stream = s.wanted ORDER BY e.version LIMIT ?) AS e";

    private static final String IDENTITY =
            "SELECT system_identifier || '/' || current_database() FROM pg_control_system()";

    private static final String COMMAND =
            "SELECT fingerprint, stream, version, refusal FROM commands WHERE key = ?";

    private static final String LOOKUP_FIRST =
            "SELECT item FROM lookups WHERE name = ? AND grp = ? ORDER BY item DESC LIMIT ?";

    private static final String LOOKUP_NEXT =
            "SELECT item FROM lookups WHERE name = ? AND grp = ? AND item < ? ORDER BY item DESC LIMIT ?";

    private final PostgresSettings settings;
    private final HikariDataSource pool;

    PostgresReaders(PostgresConnections connections) {
        settings = connections.settings();
        pool = connections.readers();
    }

    @FunctionalInterface
    private interface Query<T> {
        T ask(PreparedStatement statement) throws SQLException;
    }

    List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        return ask(
                STREAM,
                statement -> {
                    statement.setString(1, stream.value());
                    statement.setLong(2, afterVersion);
                    statement.setInt(3, limit);
                    return events(statement, stream);
                });
    }

    List<RecordedEvent> readUnpublished(long afterPosition, int limit) {
        return ask(
                UNPUBLISHED,
                statement -> {
                    statement.setLong(1, afterPosition);
                    statement.setInt(2, limit);
                    return events(statement, null);
                });
    }

    List<RecordedEvent> readUnpublished(Collection<StreamId> streams, int perStreamMax) {
        Object[] names = streams.stream().map(StreamId::value).toArray();
        return ask(
                UNPUBLISHED_OF,
                statement -> {
                    statement.setArray(1, statement.getConnection().createArrayOf("text", names));
                    statement.setInt(2, perStreamMax);
                    return events(statement, null);
                });
    }

    /// The server, the database and the schema of the tables.
    String identity() {
        return ask(
                IDENTITY,
                statement -> {
                    try (ResultSet row = statement.executeQuery()) {
                        if (!row.next()) {
                            throw new SQLException("the server does not know its own identity");
                        }
                        return row.getString(1) + "/" + settings.schema();
                    }
                });
    }

    Optional<RecordedCommand> findCommand(String key) {
        return ask(
                COMMAND,
                statement -> {
                    statement.setString(1, key);
                    try (ResultSet row = statement.executeQuery()) {
                        return row.next()
                                ? Optional.of(
                                        new RecordedCommand(
                                                new CommandKey(key, row.getString(1)),
                                                new StreamId(row.getString(2)),
                                                row.getLong(3),
                                                Refusal.ofText(row.getString(4))))
                                : Optional.empty();
                    }
                });
    }

    List<String> findInLookup(String lookup, String group, @Nullable String before, int limit) {
        return ask(
                before == null ? LOOKUP_FIRST : LOOKUP_NEXT,
                statement -> {
                    int parameter = 1;
                    statement.setString(parameter++, lookup);
                    statement.setString(parameter++, group);
                    if (before != null) {
                        statement.setString(parameter++, before);
                    }
                    statement.setInt(parameter, limit);
                    List<String> items = new ArrayList<>();
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            items.add(row.getString(1));
                        }
                    }
                    return items;
                });
    }

    long countUnpublished() {
        return number("SELECT count(*) FROM unpublished");
    }

    long lastPosition() {
        return number("SELECT coalesce(max(position), 0) FROM events");
    }

    private long number(String query) {
        return ask(
                query,
                statement -> {
                    try (ResultSet row = statement.executeQuery()) {
                        return row.next() ? row.getLong(1) : 0;
                    }
                });
    }

    /// Number of connections in use, 0 when the pool is closed.
    int busy() {
        HikariPoolMXBean figures = pool.getHikariPoolMXBean();
        return figures == null ? 0 : figures.getActiveConnections();
    }

    private <T> T ask(String sql, Query<T> query) {
        if (pool.isClosed()) {
            throw new JournalException("the journal is closed", null);
        }
        try {
            return once(sql, query);
        } catch (SQLException first) {
            if (PostgresFailure.of(first) != PostgresFailure.LOST || isBorrowing(first)) {
                throw failed(first);
            }
            try {
                return once(sql, query);
            } catch (SQLException e) {
                e.addSuppressed(first);
                throw failed(e);
            }
        }
    }

    /// No connection became free in time. A second attempt would only wait as long again.
    private static boolean isBorrowing(SQLException failure) {
        return failure instanceof SQLTransientConnectionException;
    }

    private <T> T once(String sql, Query<T> query) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return query.ask(statement);
        }
    }

    private JournalException failed(SQLException failure) {
        return new JournalException(
                "reading the journal in "
                        + settings.place()
                        + " failed ("
                        + PostgresFailure.firstLine(failure)
                        + "); it is tried again when it is asked again",
                failure);
    }

    /// @param known the stream of all rows, null for several streams
    private static List<RecordedEvent> events(PreparedStatement query, @Nullable StreamId known)
            throws SQLException {
        List<RecordedEvent> events = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                events.add(event(row, known == null ? new StreamId(row.getString(2)) : known));
            }
        }
        return events;
    }

    private static RecordedEvent event(ResultSet row, StreamId stream) throws SQLException {
        return new RecordedEvent(
                row.getObject(4, UUID.class),
                stream,
                row.getLong(3),
                row.getString(5),
                row.getInt(6),
                Payload.of(row.getBytes(7)),
                new EventMetadata(
                        EpochMicros.toInstant(row.getLong(8)),
                        row.getString(10),
                        row.getString(11),
                        row.getString(12)),
                row.getLong(1),
                row.getLong(9));
    }

    @Override
    public void close() {
        pool.close();
    }
}
