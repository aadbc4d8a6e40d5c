package dev.cobnut.framework.journal;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The journal's queries, over a bounded pool of connections. Each query is a transaction of its
/// own and sees every commit before it.
///
/// A query whose connection breaks is repeated once on another connection: after a restart of the
/// server all connections of the pool are broken, and the pool has not noticed yet.
final class PostgresReaders implements AutoCloseable {

    static final String COLUMNS =
            "e.position, e.stream, e.version, e.event_id, e.type, e.schema_version, e.payload, e.time_micros, e.recorded_at_micros, e.causation, e.correlation, e.traceparent";

    private static final String EVENTS = "SELECT " + COLUMNS + " FROM ";

    private static final String ONE_OF_STREAM =
            EVENTS + "events e WHERE e.stream = ? AND e.version > ? ORDER BY e.version LIMIT ?";

    private static final String STREAM =
            page("SELECT * FROM events WHERE stream = ? AND version > ? ORDER BY version LIMIT ?");

    private static final String UNPUBLISHED =
            page(
                    "SELECT e.* FROM (SELECT position FROM unpublished WHERE position > ? ORDER BY position LIMIT ?) AS u CROSS JOIN LATERAL (SELECT * FROM events WHERE events.position = u.position LIMIT 1) AS e");

    /// The condition that an event `e` is not of a parked stream. `OFFSET 0` keeps the planner from
    /// joining all parked streams with all events: it looks into an index for each event.
    private static final String NOT_PARKED =
            "NOT EXISTS (SELECT FROM parked p WHERE p.stream = e.stream AND p.version <= e.version AND EXISTS (SELECT FROM unpublished pu WHERE pu.position = p.position OFFSET 0) OFFSET 0)";

    /// With the last examined position, null when all could be examined; in a row without an event
    /// when there is none.
    private static final String DELIVERABLE =
            "WITH examined AS MATERIALIZED (SELECT position FROM unpublished WHERE position > ? ORDER BY position LIMIT "
                    + DeliverablePage.EXAMINED_MAX
                    + ") SELECT "
                    + COLUMNS
                    + ", x.through FROM (SELECT CASE WHEN count(*) = "
                    + DeliverablePage.EXAMINED_MAX
                    + " THEN max(position) END AS through FROM examined) AS x LEFT JOIN ("
                    + page(
                            "SELECT e.* FROM examined u CROSS JOIN LATERAL (SELECT * FROM events WHERE events.position = u.position LIMIT 1) AS e WHERE "
                                    + NOT_PARKED
                                    + " ORDER BY u.position LIMIT ?")
                    + ") AS e ON true ORDER BY e.position";

    /// Reads all index entries of each stream; for streams that are new to a member.
    private static final String DELIVERABLE_OF =
            EVENTS
                    + "unnest(?::text[]) AS s (wanted) CROSS JOIN LATERAL ("
                    + page(
                            "SELECT e.* FROM events e JOIN unpublished u ON u.position = e.position WHERE e.stream = s.wanted AND "
                                    + NOT_PARKED
                                    + " ORDER BY e.version LIMIT ?",
                            "?")
                    + ") AS e ORDER BY e.stream, e.version";

    private static final String PARKED =
            "SELECT e.position, e.stream, e.version, e.event_id, e.type, e.schema_version, e.payload, e.time_micros, e.recorded_at_micros, e.causation, e.correlation, e.traceparent, p.attempts, p.failure FROM parked p JOIN unpublished u ON u.position = p.position JOIN events e ON e.position = p.position WHERE p.position > ? ORDER BY p.position LIMIT ?";

    private static final String ALL =
            page("SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?");

    private static final String IDENTITY =
            "SELECT system_identifier || '/' || current_database() FROM pg_control_system()";

    private static final String COMMAND =
            "SELECT fingerprint, stream, version, refusal FROM commands WHERE key = ?";

    private static final String IN_LOOKUP =
            "SELECT item FROM lookups WHERE name = ? AND grp = ? AND item = ANY (?)";

    private final PostgresSettings settings;
    private final HikariDataSource pool;

    PostgresReaders(PostgresConnections connections) {
        settings = connections.settings();
        pool = connections.readers();
    }

    /// The first of the selected events, up to the bytes of an [EventPage]. The server sums up
    /// lengths without reading the payloads, and sends the page only.
    private static String page(String selection) {
        return page(selection, Integer.toString(EventPage.BYTES_MAX));
    }

    private static String page(String selection, String bytesMax) {
        return EVENTS
                + "(SELECT s.*, sum(octet_length(s.payload) + "
                + EventPage.EVENT_OVERHEAD_BYTES
                + ") OVER (ORDER BY s.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM ("
                + selection
                + ") AS s) AS e WHERE coalesce(e.before, 0) < "
                + bytesMax
                + " ORDER BY e.position";
    }

    @FunctionalInterface
    interface Query<T> {
        T ask(PreparedStatement statement) throws SQLException;
    }

    List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        return ask(
                limit == 1 ? ONE_OF_STREAM : STREAM,
                statement -> {
                    statement.setString(1, stream.value());
                    statement.setLong(2, afterVersion);
                    statement.setInt(3, limit);
                    return events(statement, stream);
                });
    }

    List<RecordedEvent> readUnpublished(long afterPosition, int limit) {
        return readPage(UNPUBLISHED, afterPosition, limit, statement -> events(statement, null));
    }

    List<RecordedEvent> readAll(long afterPosition, int limit) {
        return readPage(ALL, afterPosition, limit, statement -> events(statement, null));
    }

    List<RecordedEvent> readTagged(
            EventQuery query, long afterPosition, long throughPosition, int limit) {
        String matching = TagSql.positions(query, PostgresTaggedEvents.DIALECT);
        return ask(
                page(
                        "SELECT e.* FROM ("
                                + matching
                                + ") AS m CROSS JOIN LATERAL (SELECT * FROM events WHERE events.position = m.position LIMIT 1) AS e"),
                statement -> {
                    PostgresTaggedEvents.DIALECT.prepare(statement);
                    TagSql.bindPositions(statement, query, afterPosition, throughPosition, limit);
                    return events(statement, null);
                });
    }

    DeliverablePage readDeliverable(long afterPosition, int limit) {
        return readPage(
                DELIVERABLE,
                afterPosition,
                limit,
                statement -> {
                    List<RecordedEvent> events = new ArrayList<>();
                    long through = 0;
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            through = row.getLong(13);
                            String stream = row.getString(2);
                            if (stream != null) {
                                events.add(event(row, new StreamId(stream)));
                            }
                        }
                    }
                    return DeliverablePage.of(events, afterPosition, limit, through);
                });
    }

    private <T> T readPage(String query, long afterPosition, int limit, Query<T> read) {
        return ask(
                query,
                statement -> {
                    statement.setLong(1, afterPosition);
                    statement.setInt(2, limit);
                    return read.ask(statement);
                });
    }

    List<ParkedStream> readParked(long afterPosition, int limit) {
        return readPage(PARKED, afterPosition, limit, PostgresReaders::parked);
    }

    static List<ParkedStream> parked(PreparedStatement query) throws SQLException {
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

    long countParked() {
        return number(
                "SELECT count(*) FROM parked p JOIN unpublished u ON u.position = p.position");
    }

    Map<StreamId, StreamHead> readDeliverable(Collection<StreamId> streams, int perStreamMax) {
        Object[] names = streams.stream().map(StreamId::value).toArray();
        int bytesMax = StreamHead.share(streams.size());
        Map<StreamId, EventPage> pages = HashMap.newHashMap(streams.size());
        streams.forEach(stream -> pages.put(stream, new EventPage(perStreamMax, bytesMax)));
        List<RecordedEvent> found =
                ask(
                        DELIVERABLE_OF,
                        statement -> {
                            statement.setArray(
                                    1, statement.getConnection().createArrayOf("text", names));
                            statement.setInt(2, perStreamMax);
                            statement.setInt(3, bytesMax);
                            return events(statement, null);
                        });
        for (RecordedEvent event : found) {
            Objects.requireNonNull(pages.get(event.stream())).add(event);
        }
        Map<StreamId, StreamHead> heads = HashMap.newHashMap(streams.size());
        pages.forEach((stream, page) -> heads.put(stream, StreamHead.of(page)));
        return heads;
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

    List<String> findInLookup(LookupRange range, int limit) {
        return ask(
                range.select(),
                statement -> {
                    range.bind(statement, limit);
                    return texts(statement);
                });
    }

    Set<String> foundInLookup(String lookup, String group, Collection<String> items) {
        return ask(
                IN_LOOKUP,
                statement -> {
                    statement.setString(1, lookup);
                    statement.setString(2, group);
                    statement.setArray(
                            3, statement.getConnection().createArrayOf("text", items.toArray()));
                    return Set.copyOf(texts(statement));
                });
    }

    boolean isDelivered(Consumer consumer, long position) {
        return ask(
                SqliteReader.IS_DELIVERED,
                statement -> {
                    statement.setLong(1, position);
                    statement.setString(2, consumer.name());
                    statement.setInt(3, consumer.version());
                    try (ResultSet row = statement.executeQuery()) {
                        return row.next();
                    }
                });
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

    List<StoredType> storedTypes() {
        return ask(
                "SELECT category, type FROM event_types ORDER BY category, type",
                statement -> {
                    List<StoredType> types = new ArrayList<>();
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            types.add(new StoredType(row.getString(1), row.getString(2)));
                        }
                    }
                    return types;
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

    /// Closes the connections, those in use when their query has ended. The next queries open new
    /// ones.
    void renew() {
        HikariPoolMXBean connections = pool.getHikariPoolMXBean();
        if (connections != null) {
            connections.softEvictConnections();
        }
    }

    /// Number of connections in use, 0 when the pool is closed.
    int busy() {
        HikariPoolMXBean figures = pool.getHikariPoolMXBean();
        return figures == null ? 0 : figures.getActiveConnections();
    }

    <T> T ask(String sql, Query<T> query) {
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
        try (Connection connection = RequestWaits.during(Wait.CONNECTION, pool::getConnection);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return RequestWaits.during(Wait.JOURNAL_READ, () -> query.ask(statement));
        }
    }

    private JournalException failed(SQLException failure) {
        String reason = PostgresFailure.firstLine(failure);
        if (isBorrowing(failure)) {
            reason =
                    switch (failure.getCause()) {
                        case SQLException opening -> PostgresFailure.sentence(settings, opening);
                        case JournalException opening -> String.valueOf(opening.getMessage());
                        case null, default -> reason;
                    };
        }
        return new JournalException(
                "reading the journal in "
                        + settings.place()
                        + " failed ("
                        + reason
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
