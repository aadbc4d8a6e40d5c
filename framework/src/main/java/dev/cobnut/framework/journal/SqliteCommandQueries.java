package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds recorded commands over one connection.
final class SqliteCommandQueries implements AutoCloseable {

    private final PreparedStatement byId;
    private final PreparedStatement byHash;

    /// Of schema 8 and before.
    private final PreparedStatement old;

    SqliteCommandQueries(Connection connection) throws SQLException {
        byId =
                connection.prepareStatement(
                        "SELECT fingerprint, stream, version, refusal FROM command_log WHERE id = ? AND key = ?");
        byHash = connection.prepareStatement("SELECT id FROM command_keys WHERE hash = ?");
        old =
                connection.prepareStatement(
                        "SELECT fingerprint, stream, version, refusal FROM commands WHERE key = ?");
    }

    /// @param ids of rows of `command_log` that may be this key's
    @Nullable RecordedCommand byIds(long[] ids, String key) throws SQLException {
        for (long id : ids) {
            byId.setLong(1, id);
            byId.setString(2, key);
            RecordedCommand found = command(byId, key);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /// Ids of the merged rows of `command_log` whose keys have this hash; nearly always none. One
    /// column is asked for, because the driver reads the names of all columns before it looks for a
    /// row.
    long[] ids(long hash) throws SQLException {
        byHash.setLong(1, hash);
        try (ResultSet row = byHash.executeQuery()) {
            long[] ids = KeyRun.NONE;
            while (row.next()) {
                ids = Arrays.copyOf(ids, ids.length + 1);
                ids[ids.length - 1] = row.getLong(1);
            }
            return ids;
        }
    }

    @Nullable RecordedCommand old(String key) throws SQLException {
        old.setString(1, key);
        return command(old, key);
    }

    private static @Nullable RecordedCommand command(PreparedStatement query, String key)
            throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            return row.next()
                    ? new RecordedCommand(
                            new CommandKey(key, row.getString(1)),
                            new StreamId(row.getString(2)),
                            row.getLong(3),
                            Refusal.ofText(row.getString(4)))
                    : null;
        }
    }

    @Override
    public void close() throws SQLException {
        byId.close();
        byHash.close();
        old.close();
    }
}
