package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/// Finds recorded commands over one connection.
final class SqliteCommandQueries implements AutoCloseable {

    /// Hashes of one query.
    private static final int HASHES_TOGETHER = 16;

    private final PreparedStatement byId;
    private final PreparedStatement byHash;
    private final PreparedStatement byHashes;

    /// Of schema 8 and before.
    private final PreparedStatement old;

    SqliteCommandQueries(Connection connection) throws SQLException {
        byId =
                connection.prepareStatement(
                        "SELECT fingerprint, stream, version, refusal FROM command_log WHERE id = ? AND key = ?");
        byHash =
                connection.prepareStatement(
                        "SELECT fingerprint, stream, version, refusal FROM command_keys k CROSS JOIN command_log c ON c.id = k.id WHERE k.hash = ? AND c.key = ?");
        byHashes =
                connection.prepareStatement(
                        "SELECT EXISTS (SELECT 1 FROM command_keys WHERE hash IN ("
                                + String.join(", ", Collections.nCopies(HASHES_TOGETHER, "?"))
                                + "))");
        old =
                connection.prepareStatement(
                        "SELECT fingerprint, stream, version, refusal FROM commands WHERE key = ?");
    }

    /// @param id of a row of `command_log` that may be this key's
    @Nullable RecordedCommand byId(long id, String key) throws SQLException {
        byId.setLong(1, id);
        byId.setString(2, key);
        return command(byId, key);
    }

    @Nullable RecordedCommand byHash(long hash, String key) throws SQLException {
        byHash.setLong(1, hash);
        byHash.setString(2, key);
        return command(byHash, key);
    }

    /// Looks for many hashes, almost as fast as for one.
    ///
    /// @param hashes one or more
    /// @return true when `command_keys` has at least one of them
    boolean hasOneOf(long[] hashes) throws SQLException {
        for (int from = 0; from < hashes.length; from += HASHES_TOGETHER) {
            for (int i = 0; i < HASHES_TOGETHER; i++) {
                byHashes.setLong(i + 1, hashes[Math.min(from + i, hashes.length - 1)]);
            }
            try (ResultSet row = byHashes.executeQuery()) {
                if (row.next() && row.getBoolean(1)) {
                    return true;
                }
            }
        }
        return false;
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
        byHashes.close();
        old.close();
    }
}
