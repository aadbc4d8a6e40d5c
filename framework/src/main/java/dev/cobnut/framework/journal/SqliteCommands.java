package dev.cobnut.framework.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The commands of a journal in SQLite that are recorded under their keys.
///
/// A command is a row at the end of `command_log`. `command_keys` finds it by a hash of its key.
/// Keys come in no order, so this table is written in two steps ([PendingRows]); the appended rows
/// are those of `command_log`.
///
/// A journal of schema 8 or before has its commands in `commands`. They stay there.
///
/// [#find(SqliteReaders, String)] is for any thread. Everything else belongs to the writer's.
final class SqliteCommands implements PendingRows.Appended {

    /// Keys in memory from which on they are merged. The next start reads as many.
    static final int MERGE_AT = 65_536;

    private final KeyRuns waiting;
    private final PendingRows<KeyRun.Entry> pending;
    private final boolean hasOld;

    /// Of the last row of `command_log`.
    private long lastId;

    /// Reads the keys that wait.
    ///
    /// @param mergeAt keys in memory from which on they are merged
    SqliteCommands(Connection connection, int mergeAt) throws SQLException {
        hasOld = SqliteOpening.number(connection, "SELECT EXISTS (SELECT 1 FROM commands)") == 1;
        lastId = SqliteOpening.number(connection, "SELECT max(id) FROM command_log");
        List<KeyRun.Entry> before = new ArrayList<>();
        try (PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT id, key FROM command_log WHERE id > (SELECT id FROM command_keys_through) ORDER BY id");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                before.add(new KeyRun.Entry(hash(row.getString(2)), row.getLong(1)));
            }
        }
        waiting = new KeyRuns(mergeAt, before);
        pending = new PendingRows<>(waiting, this);
    }

    /// What waits, with the steps of the transaction and of a merge.
    PendingRows<KeyRun.Entry> pending() {
        return pending;
    }

    /// A hash for which nobody finds many keys that have it, too. With many, each would be slow to
    /// find.
    static long hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// Finds a committed command.
    Optional<RecordedCommand> find(SqliteReaders readers, String key) {
        long hash = hash(key);
        List<KeyRun> runs = waiting.newestFirst();
        return readers.ask(reader -> Optional.ofNullable(find(reader.commands(), runs, hash, key)));
    }

    /// Finds a committed command over the writer's connection.
    @Nullable RecordedCommand find(SqliteStatements statements, String key) throws SQLException {
        return find(statements.commands(), waiting.newestFirst(), hash(key), key);
    }

    private @Nullable RecordedCommand find(
            SqliteCommandQueries queries, List<KeyRun> runs, long hash, String key)
            throws SQLException {
        for (KeyRun run : runs) {
            RecordedCommand found = queries.byIds(run.ids(hash), key);
            if (found != null) {
                return found;
            }
        }
        RecordedCommand found = queries.byIds(queries.ids(hash), key);
        return found == null && hasOld ? queries.old(key) : found;
    }

    /// Records commands with the open transaction.
    ///
    /// @param commands of different keys
    /// @return false when one of the keys is recorded already, and then nothing is written
    boolean record(SqliteStatements statements, List<RecordedCommand> commands)
            throws SQLException {
        long[] hashes = new long[commands.size()];
        for (int i = 0; i < hashes.length; i++) {
            String key = commands.get(i).key().key();
            hashes[i] = hash(key);
            if (find(statements.commands(), waiting.newestFirst(), hashes[i], key) != null) {
                return false;
            }
        }
        for (int i = 0; i < hashes.length; i++) {
            statements.insertCommand(++lastId, commands.get(i));
            pending.stage(new KeyRun.Entry(hashes[i], lastId));
        }
        return true;
    }

    /// Takes the commands of the open transaction out again.
    void takeBack(SqliteStatements statements) throws SQLException {
        int commands = pending.unstage();
        if (commands > 0) {
            statements.deleteCommands(lastId - commands);
        }
    }

    @Override
    public long last() {
        return lastId;
    }

    /// Notes that the next start need not read these rows.
    @Override
    public int end(SqliteStatements statements, long through, int most) throws SQLException {
        statements.updateKeysThrough(through);
        return 0;
    }
}
