package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import java.sql.ResultSet;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The snapshots of a journal in PostgreSQL. Changes have a connection of their own, which is
/// opened for the first one.
final class PostgresSnapshots implements SnapshotStore, AutoCloseable {

    private static final String FIND =
            "SELECT version, event_id, schema_version, state FROM snapshots WHERE stream = ?";

    private static final String PUT =
            """
            INSERT INTO snapshots (stream, version, event_id, schema_version, state)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (stream) DO UPDATE SET version = excluded.version,
                event_id = excluded.event_id, schema_version = excluded.schema_version,
                state = excluded.state\
            """;

    private final PostgresReaders readers;
    private final PostgresSession session;

    PostgresSnapshots(PostgresConnections connections, PostgresReaders readers) {
        this.readers = readers;
        this.session = new PostgresSession(connections, "the snapshots");
    }

    @Override
    public @Nullable StoredSnapshot find(StreamId stream) {
        Optional<StoredSnapshot> found =
                readers.ask(
                        FIND,
                        statement -> {
                            statement.setString(1, stream.value());
                            try (ResultSet row = statement.executeQuery()) {
                                return row.next()
                                        ? Optional.of(
                                                new StoredSnapshot(
                                                        stream,
                                                        row.getLong(1),
                                                        row.getObject(2, UUID.class),
                                                        row.getInt(3),
                                                        Payload.of(row.getBytes(4))))
                                        : Optional.empty();
                            }
                        });
        return found.orElse(null);
    }

    @Override
    public void put(StoredSnapshot snapshot) {
        int _ =
                session.ask(
                        PUT,
                        (_, statement) -> {
                            statement.setString(1, snapshot.stream().value());
                            statement.setLong(2, snapshot.version());
                            statement.setObject(3, snapshot.eventId());
                            statement.setInt(4, snapshot.schemaVersion());
                            statement.setBytes(5, snapshot.state().bytes());
                            return statement.executeUpdate();
                        });
    }

    @Override
    public void close() {
        session.close();
    }
}
