package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The cursors of a journal in SQLite. One process has the file, so every claim succeeds, and a
/// term does not end. Changes go through the journal's writer and share the commits of appends.
final class SqliteCursors implements Cursors {

    private static final String PARK =
            """
            INSERT INTO cursors_parked (name, stream, version, position, attempts, failure, wanted)
            VALUES (?, ?, ?, ?, ?, ?, 0)
            ON CONFLICT (name, stream) DO UPDATE SET version = excluded.version,
                position = excluded.position, attempts = excluded.attempts,
                failure = excluded.failure, wanted = 0\
            """;

    private final SqliteReaders readers;
    private final SqliteConsumers.Writer writer;
    private final RecentEvents recent;
    private final LongSupplier lastPosition;

    SqliteCursors(
            SqliteReaders readers,
            SqliteConsumers.Writer writer,
            RecentEvents recent,
            LongSupplier lastPosition) {
        this.readers = readers;
        this.writer = writer;
        this.recent = recent;
        this.lastPosition = lastPosition;
    }

    @Override
    public void register(String cursor, long position) {
        change(
                "INSERT OR IGNORE INTO cursors (name, position, token) VALUES (?, ?, 0)",
                cursor,
                position);
    }

    @Override
    public List<RecordedEvent> readAll(long afterPosition, int limit) {
        List<RecordedEvent> newest = recent.after(afterPosition, limit);
        return newest == null
                ? readers.ask(reader -> reader.readAll(afterPosition, limit))
                : newest;
    }

    @Override
    public long positionBefore(Instant instant) {
        return RecordedTimes.positionBefore(
                EpochMicros.of(instant),
                lastPosition.getAsLong(),
                position -> readAll(position - 1, 1).getFirst().recordedAtMicros());
    }

    @Override
    public @Nullable CursorClaim claim(String cursor, Duration term) {
        AtomicReference<@Nullable CursorClaim> claim = new AtomicReference<>();
        writer.commit(connection -> {
            int rows =
                    SqliteConsumers.update(
                            connection,
                            "UPDATE cursors SET token = token + 1 WHERE name = ?",
                            cursor);
            claim.set(read(connection, cursor));
            return rows;
        });
        return claim.get();
    }

    private static @Nullable CursorClaim read(Connection connection, String cursor)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT token, position FROM cursors WHERE name = ?")) {
            select.setString(1, cursor);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new CursorClaim(cursor, row.getLong(1), row.getLong(2)) : null;
            }
        }
    }

    @Override
    public boolean advance(
            CursorClaim claim,
            long position,
            Duration term,
            Collection<ParkedStream> parked,
            Collection<StreamId> unparked) {
        AtomicInteger owned = new AtomicInteger();
        writer.commit(connection -> {
            owned.set(
                    SqliteConsumers.update(
                            connection,
                            "UPDATE cursors SET position = max(position, ?) WHERE name = ? AND token = ?",
                            position,
                            claim.cursor(),
                            claim.token()));
            return owned.get() == 0
                    ? 0
                    : owned.get() + apply(connection, claim.cursor(), parked, unparked);
        });
        return owned.get() > 0;
    }

    private static int apply(
            Connection connection,
            String cursor,
            Collection<ParkedStream> parked,
            Collection<StreamId> unparked)
            throws SQLException {
        int rows = 0;
        for (ParkedStream stream : parked) {
            rows +=
                    SqliteConsumers.update(
                            connection,
                            PARK,
                            cursor,
                            stream.stream().value(),
                            stream.version(),
                            stream.event().position(),
                            stream.attempts(),
                            stream.failure());
        }
        for (StreamId stream : unparked) {
            rows +=
                    SqliteConsumers.update(
                            connection,
                            "DELETE FROM cursors_parked WHERE name = ? AND stream = ?",
                            cursor,
                            stream.value());
        }
        return rows;
    }

    /// Every claim succeeds, so there is nothing to release.
    @Override
    public void release(CursorClaim claim) {}

    @Override
    public List<CursorState> states(Collection<String> cursors) {
        return readers.ask(reader -> {
            List<CursorState> states = new ArrayList<>();
            try (PreparedStatement select =
                    reader.connection()
                            .prepareStatement(
                                    "SELECT position, (SELECT count(*) FROM cursors_parked k WHERE k.name = c.name) FROM cursors c WHERE name = ?")) {
                for (String cursor : cursors) {
                    select.setString(1, cursor);
                    try (ResultSet row = select.executeQuery()) {
                        if (row.next()) {
                            states.add(new CursorState(cursor, row.getLong(1), row.getLong(2)));
                        }
                    }
                }
            }
            return states;
        });
    }

    @Override
    public Map<StreamId, Long> parkedStreams(String cursor, int limit) {
        return streams(
                "SELECT stream, version FROM cursors_parked WHERE name = ? ORDER BY stream LIMIT ?",
                cursor,
                limit);
    }

    @Override
    public Map<StreamId, Long> retries(String cursor, int limit) {
        return streams(
                "SELECT stream, version FROM cursors_parked WHERE name = ? AND wanted = 1 ORDER BY stream LIMIT ?",
                cursor,
                limit);
    }

    private Map<StreamId, Long> streams(String query, String cursor, int limit) {
        return readers.ask(reader -> {
            Map<StreamId, Long> streams = new LinkedHashMap<>();
            try (PreparedStatement select = reader.connection().prepareStatement(query)) {
                SqliteConsumers.bind(select, cursor, limit);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        streams.put(new StreamId(row.getString(1)), row.getLong(2));
                    }
                }
            }
            return streams;
        });
    }

    @Override
    public List<ParkedStream> readParked(String cursor, int limit) {
        return readers.ask(reader -> reader.readParkedOf(cursor, limit));
    }

    @Override
    public boolean retry(String cursor, StreamId stream) {
        return change(
                        "UPDATE cursors_parked SET wanted = 1 WHERE name = ? AND stream = ?",
                        cursor,
                        stream.value())
                > 0;
    }

    @Override
    public int retryAll(String cursor) {
        return change("UPDATE cursors_parked SET wanted = 1 WHERE name = ?", cursor);
    }

    @Override
    public void forget(String cursor) {
        writer.commit(connection ->
                SqliteConsumers.update(
                                connection, "DELETE FROM cursors_parked WHERE name = ?", cursor)
                        + SqliteConsumers.update(
                                connection, "DELETE FROM cursors WHERE name = ?", cursor));
    }

    private int change(String sql, Object... values) {
        AtomicInteger rows = new AtomicInteger();
        writer.commit(connection -> {
            rows.set(SqliteConsumers.update(connection, sql, values));
            return rows.get();
        });
        return rows.get();
    }
}
