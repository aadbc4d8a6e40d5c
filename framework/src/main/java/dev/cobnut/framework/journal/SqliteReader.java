package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One read-only connection with its prepared statements. One thread uses it at a time.
final class SqliteReader implements AutoCloseable {

    private static final String COLUMNS =
            "e.position, e.stream, e.version, e.event_id, e.type, e.schema_version, e.payload, e.time_micros, e.recorded_at_micros, e.causation, e.correlation, e.traceparent";

    private final Connection connection;
    private final PreparedStatement stream;
    private final PreparedStatement unpublished;
    private final PreparedStatement command;
    private final PreparedStatement lookupFirst;
    private final PreparedStatement lookupNext;

    SqliteReader(Connection connection) throws SQLException {
        this.connection = connection;
        stream =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + " FROM events e WHERE e.stream = ? AND e.version > ? ORDER BY e.version LIMIT ?");
        unpublished =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + " FROM unpublished u CROSS JOIN events e ON e.position = u.position WHERE u.position > ? ORDER BY u.position LIMIT ?");
        command =
                connection.prepareStatement(
                        "SELECT fingerprint, stream, version, refusal FROM commands WHERE key = ?");
        lookupFirst =
                connection.prepareStatement(
                        "SELECT item FROM lookups WHERE name = ? AND grp = ? ORDER BY item DESC LIMIT ?");
        lookupNext =
                connection.prepareStatement(
                        "SELECT item FROM lookups WHERE name = ? AND grp = ? AND item < ? ORDER BY item DESC LIMIT ?");
    }

    List<RecordedEvent> read(StreamId id, long afterVersion, int limit) throws SQLException {
        stream.setString(1, id.value());
        stream.setLong(2, afterVersion);
        stream.setInt(3, limit);
        return events(stream, id);
    }

    List<RecordedEvent> readUnpublished(long afterPosition, int limit) throws SQLException {
        unpublished.setLong(1, afterPosition);
        unpublished.setInt(2, limit);
        return events(unpublished, null);
    }

    Optional<RecordedCommand> findCommand(String key) throws SQLException {
        return Optional.ofNullable(SqliteStatements.selectCommand(command, key));
    }

    List<String> findInLookup(String lookup, String group, @Nullable String before, int limit)
            throws SQLException {
        PreparedStatement statement = before == null ? lookupFirst : lookupNext;
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
        ByteBuffer id = ByteBuffer.wrap(row.getBytes(4));
        return new RecordedEvent(
                new UUID(id.getLong(), id.getLong()),
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
    public void close() throws SQLException {
        connection.close();
    }
}
