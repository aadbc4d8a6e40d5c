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

/// The writer's prepared statements. An insert that violates a unique index returns false and
/// throws no exception.
///
/// The driver closes a prepared statement that failed; therefore all of them are prepared anew
/// after a rollback.
final class SqliteStatements implements AutoCloseable {

    /// Rows of one statement, which costs less than as many single ones.
    private static final int ROWS_TOGETHER = 32;

    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement insertEvent;
    private final PreparedStatement insertUnpublished;
    private final PreparedStatement deleteEvent;
    private final PreparedStatement deleteUnpublished;
    private final PreparedStatement insertCommand;
    private final PreparedStatement deleteCommands;
    private final PreparedStatement insertKey;
    private final PreparedStatement insertKeys;
    private final PreparedStatement updateKeysThrough;
    private final SqliteCommandQueries commands;
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
                        "INSERT INTO command_log (id, key, fingerprint, stream, version, refusal) VALUES (?, ?, ?, ?, ?, ?)");
        deleteCommands = connection.prepareStatement("DELETE FROM command_log WHERE id > ?");
        insertKey =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO command_keys (hash, id) VALUES (?, ?)");
        insertKeys =
                connection.prepareStatement(
                        "INSERT OR IGNORE INTO command_keys (hash, id) VALUES (?, ?)"
                                + ", (?, ?)".repeat(ROWS_TOGETHER - 1));
        updateKeysThrough = connection.prepareStatement("UPDATE command_keys_through SET id = ?");
        commands = new SqliteCommandQueries(connection);
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
                                + ", (?, ?, ?)".repeat(ROWS_TOGETHER - 1));
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

    /// @param id larger than those before
    void insertCommand(long id, RecordedCommand command) throws SQLException {
        insertCommand.setLong(1, id);
        insertCommand.setString(2, command.key().key());
        insertCommand.setString(3, command.key().fingerprint());
        insertCommand.setString(4, command.stream().value());
        insertCommand.setLong(5, command.version());
        insertCommand.setString(6, Refusal.toText(command.refusal()));
        insertCommand.executeUpdate();
    }

    void deleteCommands(long afterId) throws SQLException {
        deleteCommands.setLong(1, afterId);
        deleteCommands.executeUpdate();
    }

    /// Inserts a part of a run, unless it is there.
    void insertKeys(KeyRun run, int from, int end) throws SQLException {
        int at = from;
        while (end - at >= ROWS_TOGETHER) {
            for (int row = 0; row < ROWS_TOGETHER; row++) {
                bind(insertKeys, row, run, at++);
            }
            insertKeys.executeUpdate();
        }
        while (at < end) {
            bind(insertKey, 0, run, at++);
            insertKey.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, int row, KeyRun run, int index)
            throws SQLException {
        statement.setLong(2 * row + 1, run.hash(index));
        statement.setLong(2 * row + 2, run.id(index));
    }

    void updateKeysThrough(long id) throws SQLException {
        updateKeysThrough.setLong(1, id);
        updateKeysThrough.executeUpdate();
    }

    SqliteCommandQueries commands() {
        return commands;
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

    /// @param rows different ones, in an order in which neighbours are near to each other
    void apply(List<LookupGroups.Row> rows) throws SQLException {
        List<LookupGroups.Row> puts = rows.stream().filter(LookupGroups.Row::isPut).toList();
        int together = puts.size() - puts.size() % ROWS_TOGETHER;
        for (int i = 0; i < together; i++) {
            bind(putLookups, i % ROWS_TOGETHER, puts.get(i));
            if (i % ROWS_TOGETHER == ROWS_TOGETHER - 1) {
                putLookups.executeUpdate();
            }
        }
        for (LookupGroups.Row put : puts.subList(together, puts.size())) {
            bind(putLookup, 0, put);
            putLookup.executeUpdate();
        }
        for (LookupGroups.Row row : rows) {
            if (!row.isPut()) {
                bind(removeLookup, 0, row);
                removeLookup.executeUpdate();
            }
        }
    }

    private static void bind(PreparedStatement statement, int at, LookupGroups.Row row)
            throws SQLException {
        statement.setString(3 * at + 1, row.lookup());
        statement.setString(3 * at + 2, row.group());
        statement.setString(3 * at + 3, row.item());
    }

    @Override
    public void close() throws SQLException {
        commands.close();
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
                        deleteCommands,
                        insertKey,
                        insertKeys,
                        updateKeysThrough,
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
