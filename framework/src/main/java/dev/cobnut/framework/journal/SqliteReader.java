package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One read-only connection with its prepared statements. One thread uses it at a time.
final class SqliteReader implements AutoCloseable {

    private static final String COLUMNS =
            "e.position, e.stream, e.version, e.event_id, e.type, e.schema_version, e.payload, e.time_micros, e.recorded_at_micros, e.causation, e.correlation, e.traceparent";

    /// For SQLite and PostgreSQL. Its parameters are the position, and the consumer's name and
    /// version.
    static final String IS_DELIVERED =
            "SELECT 1 FROM events e WHERE e.position = ? AND NOT EXISTS (SELECT 1 FROM unpublished u WHERE u.position = e.position) AND NOT EXISTS (SELECT 1 FROM missed m WHERE m.name = ? AND m.version = ? AND m.stream = e.stream)";

    private final Connection connection;
    private final PreparedStatement stream;

    /// The condition that an event `e` is not of a parked stream.
    private static final String NOT_PARKED =
            "NOT EXISTS (SELECT 1 FROM parked p WHERE p.stream = e.stream AND p.version <= e.version AND p.position IN (SELECT position FROM unpublished))";

    private final PreparedStatement all;
    private final PreparedStatement unpublished;
    private final PreparedStatement examinedThrough;
    private final PreparedStatement deliverable;
    private final SqliteCommandQueries commands;
    private final Map<String, PreparedStatement> lists = new HashMap<>();

    SqliteReader(Connection connection) throws SQLException {
        this.connection = connection;
        stream =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + " FROM events e WHERE e.stream = ? AND e.version > ? ORDER BY e.version LIMIT ?");
        all =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + " FROM events e WHERE e.position > ? ORDER BY e.position LIMIT ?");
        unpublished =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + " FROM unpublished u CROSS JOIN events e ON e.position = u.position WHERE u.position > ? ORDER BY u.position LIMIT ?");
        examinedThrough =
                connection.prepareStatement(
                        "SELECT position FROM unpublished WHERE position > ? ORDER BY position LIMIT 1 OFFSET "
                                + (DeliverablePage.EXAMINED_MAX - 1));
        deliverable =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + " FROM unpublished u CROSS JOIN events e ON e.position = u.position WHERE u.position > ? AND u.position <= ? AND "
                                + NOT_PARKED
                                + " ORDER BY u.position LIMIT ?");
        commands = new SqliteCommandQueries(connection);
    }

    Connection connection() {
        return connection;
    }

    List<RecordedEvent> read(StreamId id, long afterVersion, int limit) throws SQLException {
        stream.setString(1, id.value());
        stream.setLong(2, afterVersion);
        stream.setInt(3, limit);
        return events(stream, id, limit);
    }

    List<RecordedEvent> readAll(long afterPosition, int limit) throws SQLException {
        all.setLong(1, afterPosition);
        all.setInt(2, limit);
        return events(all, null, limit);
    }

    List<RecordedEvent> readTagged(
            EventQuery query, long afterPosition, long throughPosition, int limit)
            throws SQLException {
        try (PreparedStatement tagged =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + " FROM ("
                                + TagSql.positions(query, SqliteTaggedEvents.DIALECT)
                                + ") AS m CROSS JOIN events e ON e.position = m.position ORDER BY m.position")) {
            TagSql.bindPositions(tagged, query, afterPosition, throughPosition, limit);
            return events(tagged, null, limit);
        }
    }

    List<RecordedEvent> readUnpublished(long afterPosition, int limit) throws SQLException {
        unpublished.setLong(1, afterPosition);
        unpublished.setInt(2, limit);
        return events(unpublished, null, limit);
    }

    DeliverablePage readDeliverable(long afterPosition, int limit) throws SQLException {
        long through = examinedThrough(afterPosition);
        deliverable.setLong(1, afterPosition);
        deliverable.setLong(2, through == 0 ? Long.MAX_VALUE : through);
        deliverable.setInt(3, limit);
        return DeliverablePage.of(events(deliverable, null, limit), afterPosition, limit, through);
    }

    /// @return 0 when all that is unpublished can be examined
    private long examinedThrough(long afterPosition) throws SQLException {
        examinedThrough.setLong(1, afterPosition);
        try (ResultSet row = examinedThrough.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    List<ParkedStream> readParked(long afterPosition, int limit) throws SQLException {
        try (PreparedStatement parked =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + ", p.attempts, p.failure FROM parked p JOIN unpublished u ON u.position = p.position CROSS JOIN events e ON e.position = p.position WHERE p.position > ? ORDER BY p.position LIMIT ?")) {
            parked.setLong(1, afterPosition);
            parked.setInt(2, limit);
            return parked(parked);
        }
    }

    List<ParkedStream> readParkedOf(String cursor, int limit) throws SQLException {
        try (PreparedStatement parked =
                connection.prepareStatement(
                        "SELECT "
                                + COLUMNS
                                + ", k.attempts, k.failure FROM cursors_parked k JOIN events e ON e.position = k.position WHERE k.name = ? ORDER BY k.position LIMIT ?")) {
            parked.setString(1, cursor);
            parked.setInt(2, limit);
            return parked(parked);
        }
    }

    private static List<ParkedStream> parked(PreparedStatement query) throws SQLException {
        List<ParkedStream> streams = new ArrayList<>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                streams.add(
                        new ParkedStream(
                                event(row, new StreamId(row.getString(2))),
                                row.getInt(13),
                                row.getString(14)));
            }
        }
        return streams;
    }

    long countParked() throws SQLException {
        return SqliteOpening.number(
                connection,
                "SELECT count(*) FROM parked WHERE position IN (SELECT position FROM unpublished)");
    }

    SqliteCommandQueries commands() {
        return commands;
    }

    List<StoredType> storedTypes() throws SQLException {
        List<StoredType> types = new ArrayList<>();
        try (PreparedStatement statement =
                        connection.prepareStatement(
                                "SELECT category, type FROM event_types ORDER BY category, type");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                types.add(new StoredType(row.getString(1), row.getString(2)));
            }
        }
        return types;
    }

    /// @param without items that are left out
    List<String> findInLookup(LookupRange range, Set<String> without, int limit)
            throws SQLException {
        PreparedStatement statement = prepared(range.select());
        range.bind(statement, Integer.MAX_VALUE);
        List<String> items = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (items.size() < limit && row.next()) {
                String item = row.getString(1);
                if (!without.contains(item)) {
                    items.add(item);
                }
            }
        }
        return items;
    }

    Set<String> foundInLookup(String lookup, String group, Collection<String> items)
            throws SQLException {
        PreparedStatement statement =
                prepared("SELECT item FROM lookups WHERE name = ? AND grp = ? AND item = ?");
        statement.setString(1, lookup);
        statement.setString(2, group);
        Set<String> found = HashSet.newHashSet(items.size());
        for (String item : items) {
            statement.setString(3, item);
            found.addAll(texts(statement));
        }
        return found;
    }

    boolean isDelivered(Consumer consumer, long position) throws SQLException {
        PreparedStatement statement = prepared(IS_DELIVERED);
        statement.setLong(1, position);
        statement.setString(2, consumer.name());
        statement.setInt(3, consumer.version());
        try (ResultSet row = statement.executeQuery()) {
            return row.next();
        }
    }

    /// The statements of lists are prepared when they are first asked for.
    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement before = lists.get(sql);
        if (before != null) {
            return before;
        }
        PreparedStatement statement = connection.prepareStatement(sql);
        lists.put(sql, statement);
        return statement;
    }

    private static List<String> texts(PreparedStatement statement) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }

    /// @param known the stream of all rows, null for several streams
    private static List<RecordedEvent> events(
            PreparedStatement query, @Nullable StreamId known, int limit) throws SQLException {
        EventPage page = new EventPage(limit);
        try (ResultSet row = query.executeQuery()) {
            while (!page.isFull() && row.next()) {
                page.add(event(row, known == null ? new StreamId(row.getString(2)) : known));
            }
        }
        return page.events();
    }

    private static RecordedEvent event(ResultSet row, StreamId stream) throws SQLException {
        return new RecordedEvent(
                StoredUuid.of(row.getBytes(4)),
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
