package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The snapshots of a journal in SQLite. Changes go through the journal's writer and share the
/// commits of appends.
final class SqliteSnapshots implements SnapshotStore {

    private final SqliteReaders readers;
    private final SqliteConsumers.Writer writer;

    SqliteSnapshots(SqliteReaders readers, SqliteConsumers.Writer writer) {
        this.readers = readers;
        this.writer = writer;
    }

    @Override
    public @Nullable StoredSnapshot find(StreamId stream) {
        Optional<StoredSnapshot> found =
                readers.ask(reader -> {
                    try (PreparedStatement select =
                            reader.connection()
                                    .prepareStatement(
                                            "SELECT version, event_id, schema_version, state FROM snapshots WHERE stream = ?")) {
                        select.setString(1, stream.value());
                        try (ResultSet row = select.executeQuery()) {
                            return row.next()
                                    ? Optional.of(
                                            new StoredSnapshot(
                                                    stream,
                                                    row.getLong(1),
                                                    StoredUuid.of(row.getBytes(2)),
                                                    row.getInt(3),
                                                    Payload.of(row.getBytes(4))))
                                    : Optional.empty();
                        }
                    }
                });
        return found.orElse(null);
    }

    @Override
    public void put(StoredSnapshot snapshot) {
        writer.commit(connection ->
                SqliteConsumers.update(
                        connection,
                        "INSERT OR REPLACE INTO snapshots (stream, version, event_id, schema_version, state) VALUES (?, ?, ?, ?, ?)",
                        snapshot.stream().value(),
                        snapshot.version(),
                        StoredUuid.bytes(snapshot.eventId()),
                        snapshot.schemaVersion(),
                        snapshot.state().bytes()));
    }
}
