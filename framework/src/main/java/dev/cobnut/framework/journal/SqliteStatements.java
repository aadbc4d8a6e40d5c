package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Tag;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The writer's prepared statements. An insert that violates a unique index returns false and
/// throws no exception.
///
/// The driver closes a prepared statement that failed; therefore all of them are prepared anew
/// after a rollback.
final class SqliteStatements implements AutoCloseable {

    /// Rows of one statement, which costs less than as many single ones.
    private static final int LOOKUPS_TOGETHER = 32;

    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement insertEvent;
    private final PreparedStatement insertUnpublished;
    private final PreparedStatement deleteEvent;
    private final PreparedStatement deleteUnpublished;
    private final PreparedStatement insertCommand;
    private final PreparedStatement deleteCommand;
    private final PreparedStatement selectCommand;
    private final PreparedStatement selectLastVersion;
    private final PreparedStatement insertType;
    private final PreparedStatement insertTag;
    private final PreparedStatement insertLookupChanges;
    private final PreparedStatement deleteLookupChanges;
    private final PreparedStatement putLookup;
    private final PreparedStatement putLookups;
    private final PreparedStatement removeLookup;

    SqliteStatements(Connection connection) throws SQLException {
        begin = connection.prepareStatement("BEGIN IMMEDIATE");
        commit = connection.prepareStatement("COMMIT");
        insertEvent =
                connection.prepareStatement(
                        """
                        INSERT OR IGNORE INTO events (position, stream, version, event_id, type, schema_version,
                            payload, time_micros, recorded_at_micros, causation, correlation, traceparent)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
                        """);
        insertUnpublished =
                connection.prepareStatement("INSERT INTO unpublished (position) VALUES (?)");
        deleteEvent = connection.prepareStatement("DELETE FROM events WHERE position = ?");
        deleteUnpublished =
                connection.prepareStatement("DELETE FROM unpublished WHERE position = ?");
        insertCommand =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO commands (key, fingerprint, stream, version, refusal) VALUES (?, ?, ?, ?, ?)");
        deleteCommand = connection.prepareStatement("DELETE FROM commands WHERE key = ?");
        selectCommand =
                connection.prepareStatement(
                        "SELECT fingerprint, stream, version, refusal FROM commands WHERE key = ?");
        selectLastVersion =
                connection.prepareStatement("SELECT max(version) FROM events WHERE stream = ?");
        insertType =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO event_types (category, type) VALUES (?, ?)");
        insertTag =
                connection.prepareStatement(
                        "INSERT INTO event_tags (tag, position, type) VALUES (?, ?, ?)");
        insertLookupChanges =
                connection.prepareStatement(
                        "INSERT INTO lookup_changes (id, changes) VALUES (?, ?)");
        deleteLookupChanges =
                connection.prepareStatement(
                        "DELETE FROM lookup_changes WHERE id IN (SELECT id FROM lookup_changes WHERE id <= ? ORDER BY id LIMIT ?)");
        putLookup =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO lookups (name, grp, item) VALUES (?, ?, ?)");
        putLookups =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO lookups (name, grp, item) VALUES (?, ?, ?)"
                                + ", (?, ?, ?)".repeat(LOOKUPS_TOGETHER - 1));
        removeLookup =
                connection.prepareStatement(
                        "DELETE FROM lookups WHERE name = ? AND grp = ? AND item = ?");
    }

    void begin() throws SQLException {
        begin.executeUpdate();
    }

    void commit() throws SQLException {
        commit.executeUpdate();
    }

    /// @return false when the stream has this version already
    boolean insertEvent(RecordedEvent event) throws SQLException {
        EventMetadata metadata = event.metadata();
        insertEvent.setLong(1, event.position());
        insertEvent.setString(2, event.stream().value());
        insertEvent.setLong(3, event.version());
        insertEvent.setBytes(4, StoredUuid.bytes(event.id()));
        insertEvent.setString(5, event.type());
        insertEvent.setInt(6, event.schemaVersion());
        insertEvent.setBytes(7, event.payload().bytes());
        insertEvent.setLong(8, EpochMicros.of(metadata.time()));
        insertEvent.setLong(9, event.recordedAtMicros());
        insertEvent.setString(10, metadata.causation());
        insertEvent.setString(11, metadata.correlation());
        insertEvent.setString(12, metadata.traceparent());
        return insertEvent.executeUpdate() == 1;
    }

    void insertType(StoredType type) throws SQLException {
        insertType.setString(1, type.category());
        insertType.setString(2, type.type());
        insertType.executeUpdate();
    }

    void insertTag(Tag tag, RecordedEvent event) throws SQLException {
        insertTag.setString(1, tag.value());
        insertTag.setLong(2, event.position());
        insertTag.setString(3, event.type());
        insertTag.executeUpdate();
    }

    void insertUnpublished(long position) throws SQLException {
        insertUnpublished.setLong(1, position);
        insertUnpublished.executeUpdate();
    }

    /// Takes an event and its unpublished row out again.
    void deleteEvent(long position) throws SQLException {
        deleteUnpublished(position);
        deleteEvent.setLong(1, position);
        deleteEvent.executeUpdate();
    }

    /// @return false when it was published before
    boolean deleteUnpublished(long position) throws SQLException {
        deleteUnpublished.setLong(1, position);
        return deleteUnpublished.executeUpdate() == 1;
    }

    /// @return false when the key is recorded already
    boolean insertCommand(RecordedCommand command) throws SQLException {
        insertCommand.setString(1, command.key().key());
        insertCommand.setString(2, command.key().fingerprint());
        insertCommand.setString(3, command.stream().value());
        insertCommand.setLong(4, command.version());
        insertCommand.setString(5, Refusal.toText(command.refusal()));
        return insertCommand.executeUpdate() == 1;
    }

    void deleteCommand(String key) throws SQLException {
        deleteCommand.setString(1, key);
        deleteCommand.executeUpdate();
    }

    @Nullable RecordedCommand selectCommand(String key) throws SQLException {
        return selectCommand(selectCommand, key);
    }

    static @Nullable RecordedCommand selectCommand(PreparedStatement statement, String key)
            throws SQLException {
        statement.setString(1, key);
        try (ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? new RecordedCommand(
                            new CommandKey(key, row.getString(1)),
                            new StreamId(row.getString(2)),
                            row.getLong(3),
                            Refusal.ofText(row.getString(4)))
                    : null;
        }
    }

    /// @return 0 when there is no such stream
    long selectLastVersion(StreamId stream) throws SQLException {
        selectLastVersion.setString(1, stream.value());
        try (ResultSet row = selectLastVersion.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /// @param id larger than those before
    void insertLookupChanges(long id, byte[] changes) throws SQLException {
        insertLookupChanges.setLong(1, id);
        insertLookupChanges.setBytes(2, changes);
        insertLookupChanges.executeUpdate();
    }

    /// Deletes the first rows up to an id.
    ///
    /// @return number of deleted rows
    int deleteLookupChanges(long throughId, int limit) throws SQLException {
        deleteLookupChanges.setLong(1, throughId);
        deleteLookupChanges.setInt(2, limit);
        return deleteLookupChanges.executeUpdate();
    }

    /// @param changes of different rows, in an order in which neighbours are near to each other
    void apply(List<LookupChange> changes) throws SQLException {
        List<LookupChange> puts =
                changes.stream().filter(LookupChange.Put.class::isInstance).toList();
        int together = puts.size() - puts.size() % LOOKUPS_TOGETHER;
        for (int i = 0; i < together; i++) {
            bind(putLookups, i % LOOKUPS_TOGETHER, puts.get(i));
            if (i % LOOKUPS_TOGETHER == LOOKUPS_TOGETHER - 1) {
                putLookups.executeUpdate();
            }
        }
        for (LookupChange put : puts.subList(together, puts.size())) {
            bind(putLookup, 0, put);
            putLookup.executeUpdate();
        }
        for (LookupChange change : changes) {
            if (change instanceof LookupChange.Remove) {
                bind(removeLookup, 0, change);
                removeLookup.executeUpdate();
            }
        }
    }

    private static void bind(PreparedStatement statement, int row, LookupChange change)
            throws SQLException {
        statement.setString(3 * row + 1, change.lookup());
        statement.setString(3 * row + 2, change.group());
        statement.setString(3 * row + 3, change.item());
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement :
                List.of(
                        begin,
                        commit,
                        insertEvent,
                        insertUnpublished,
                        insertType,
                        insertTag,
                        deleteEvent,
                        deleteUnpublished,
                        insertCommand,
                        deleteCommand,
                        selectCommand,
                        selectLastVersion,
                        insertLookupChanges,
                        deleteLookupChanges,
                        putLookup,
                        putLookups,
                        removeLookup)) {
            statement.close();
        }
    }
}
