package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.PostgresSession.column;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The cursors of a journal in PostgreSQL (see `V5__cursors.sql`). Changes are made on one
/// connection of its own, each in one call, and without the journal's lock: a commit of appends
/// does not wait for them. Terms are measured by the server's clock.
final class PostgresCursors implements Cursors, AutoCloseable {

    private static final String REGISTER =
            "INSERT INTO cursors (name, position, token) VALUES (?, ?, 0) ON CONFLICT DO NOTHING";

    private static final String CLAIM =
            """
            UPDATE cursors SET token = token + 1, owner = ?,
                kept_until = clock_timestamp() + ? * interval '1 microsecond'
            WHERE name = ? AND (owner = ? OR coalesce(kept_until, '-infinity') <= clock_timestamp())
            RETURNING token, position\
            """;

    private static final String ADVANCE = "SELECT advance_cursor(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String RELEASE =
            "UPDATE cursors SET kept_until = NULL, owner = NULL WHERE name = ? AND token = ?";

    private static final String RETRY =
            "UPDATE cursors_parked SET wanted = true WHERE name = ? AND stream = ?";

    private static final String RETRY_ALL =
            "UPDATE cursors_parked SET wanted = true WHERE name = ?";

    private static final String FORGET = "DELETE FROM cursors WHERE name = ?";

    private static final String FORGET_PARKED = "DELETE FROM cursors_parked WHERE name = ?";

    private static final String STATES =
            "SELECT c.name, c.position, (SELECT count(*) FROM cursors_parked k WHERE k.name = c.name) FROM unnest(?::text[]) WITH ORDINALITY AS w (wanted, ordinal) JOIN cursors c ON c.name = w.wanted ORDER BY w.ordinal";

    private static final String PARKED_STREAMS =
            "SELECT stream, version FROM cursors_parked WHERE name = ? AND (wanted OR NOT ?) ORDER BY stream LIMIT ?";

    private static final String PARKED =
            "SELECT "
                    + PostgresReaders.COLUMNS
                    + ", k.attempts, k.failure FROM cursors_parked k JOIN events e ON e.position = k.position WHERE k.name = ? ORDER BY k.position LIMIT ?";

    private final PostgresReaders readers;
    private final PostgresSession session;
    private final String member = UUID.randomUUID().toString();

    PostgresCursors(PostgresConnections connections, PostgresReaders readers) {
        this.readers = readers;
        this.session = new PostgresSession(connections, "the cursors");
    }

    @Override
    public void register(String cursor, long position) {
        int _ =
                session.ask(
                        REGISTER,
                        (_, statement) -> {
                            statement.setString(1, cursor);
                            statement.setLong(2, position);
                            return statement.executeUpdate();
                        });
    }

    @Override
    public List<RecordedEvent> readAll(long afterPosition, int limit) {
        return readers.readAll(afterPosition, limit);
    }

    @Override
    public long positionBefore(Instant instant) {
        return RecordedTimes.positionBefore(
                EpochMicros.of(instant),
                readers.lastPosition(),
                position -> readAll(position - 1, 1).getFirst().recordedAtMicros());
    }

    @Override
    public @Nullable CursorClaim claim(String cursor, Duration term) {
        Optional<CursorClaim> claim =
                session.ask(
                        CLAIM,
                        (_, statement) -> {
                            statement.setString(1, member);
                            statement.setLong(2, micros(term));
                            statement.setString(3, cursor);
                            statement.setString(4, member);
                            try (ResultSet row = statement.executeQuery()) {
                                return row.next()
                                        ? Optional.of(
                                                new CursorClaim(
                                                        cursor, row.getLong(1), row.getLong(2)))
                                        : Optional.empty();
                            }
                        });
        return claim.orElse(null);
    }

    @Override
    public boolean advance(
            CursorClaim claim,
            long position,
            Duration term,
            Collection<ParkedStream> parked,
            Collection<StreamId> unparked) {
        return session.ask(
                ADVANCE,
                (on, statement) -> {
                    statement.setString(1, claim.cursor());
                    statement.setLong(2, claim.token());
                    statement.setLong(3, position);
                    statement.setLong(4, micros(term));
                    column(on, statement, 5, "text", parked, stream -> stream.stream().value());
                    column(on, statement, 6, "bigint", parked, ParkedStream::version);
                    column(on, statement, 7, "bigint", parked, stream -> stream.event().position());
                    column(on, statement, 8, "bigint", parked, stream -> (long) stream.attempts());
                    column(on, statement, 9, "text", parked, ParkedStream::failure);
                    column(on, statement, 10, "text", unparked, StreamId::value);
                    try (ResultSet row = statement.executeQuery()) {
                        return row.next() && row.getBoolean(1);
                    }
                });
    }

    private static long micros(Duration term) {
        return term.toNanos() / 1_000;
    }

    @Override
    public void release(CursorClaim claim) {
        int _ =
                session.ask(
                        RELEASE,
                        (_, statement) -> {
                            statement.setString(1, claim.cursor());
                            statement.setLong(2, claim.token());
                            return statement.executeUpdate();
                        });
    }

    @Override
    public List<CursorState> states(Collection<String> cursors) {
        return readers.ask(
                STATES,
                statement -> {
                    statement.setArray(
                            1, statement.getConnection().createArrayOf("text", cursors.toArray()));
                    List<CursorState> states = new ArrayList<>();
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            states.add(
                                    new CursorState(
                                            row.getString(1), row.getLong(2), row.getLong(3)));
                        }
                    }
                    return states;
                });
    }

    @Override
    public Map<StreamId, Long> parkedStreams(String cursor, int limit) {
        return parkedStreams(cursor, false, limit);
    }

    @Override
    public Map<StreamId, Long> retries(String cursor, int limit) {
        return parkedStreams(cursor, true, limit);
    }

    /// @param wantedOnly true for those whose retry was asked for
    private Map<StreamId, Long> parkedStreams(String cursor, boolean wantedOnly, int limit) {
        return readers.ask(
                PARKED_STREAMS,
                statement -> {
                    statement.setString(1, cursor);
                    statement.setBoolean(2, wantedOnly);
                    statement.setInt(3, limit);
                    Map<StreamId, Long> streams = new LinkedHashMap<>();
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            streams.put(new StreamId(row.getString(1)), row.getLong(2));
                        }
                    }
                    return streams;
                });
    }

    @Override
    public List<ParkedStream> readParked(String cursor, int limit) {
        return readers.ask(
                PARKED,
                statement -> {
                    statement.setString(1, cursor);
                    statement.setInt(2, limit);
                    return PostgresReaders.parked(statement);
                });
    }

    @Override
    public boolean retry(String cursor, StreamId stream) {
        return session.ask(
                RETRY,
                (_, statement) -> {
                    statement.setString(1, cursor);
                    statement.setString(2, stream.value());
                    return statement.executeUpdate() > 0;
                });
    }

    @Override
    public int retryAll(String cursor) {
        return session.ask(
                RETRY_ALL,
                (_, statement) -> {
                    statement.setString(1, cursor);
                    return statement.executeUpdate();
                });
    }

    /// The cursor goes first, because an advance at another member locks it while it parks streams.
    /// One statement for both would not see the streams that are parked while it waits.
    @Override
    public void forget(String cursor) {
        delete(FORGET, cursor);
        delete(FORGET_PARKED, cursor);
    }

    private void delete(String sql, String cursor) {
        int _ =
                session.ask(
                        sql,
                        (_, statement) -> {
                            statement.setString(1, cursor);
                            return statement.executeUpdate();
                        });
    }

    @Override
    public void close() {
        session.close();
    }
}
