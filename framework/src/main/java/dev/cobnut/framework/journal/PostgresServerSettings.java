package dev.cobnut.framework.journal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/// The settings of a server on which the journal's promises rest, as the server reports them.
///
/// @param version as in `server_version_num`: 150004 is 15.4
/// @param synchronousCommit of this session
/// @param encoding of the database
/// @param standby true when the server takes no writes
record PostgresServerSettings(
        int version,
        String versionName,
        boolean fsync,
        boolean fullPageWrites,
        String synchronousCommit,
        String encoding,
        boolean standby) {

    /// PostgreSQL 15.
    static final int VERSION_MIN = 150_000;

    static PostgresServerSettings of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                """
                                SELECT current_setting('server_version_num')::integer,
                                    current_setting('server_version'), current_setting('fsync') = 'on',
                                    current_setting('full_page_writes') = 'on',
                                    current_setting('synchronous_commit'),
                                    pg_encoding_to_char(encoding), pg_is_in_recovery()
                                FROM pg_database WHERE datname = current_database()\
                                """)) {
            if (!row.next()) {
                throw new SQLException("the server does not know its own database");
            }
            return new PostgresServerSettings(
                    row.getInt(1),
                    row.getString(2),
                    row.getBoolean(3),
                    row.getBoolean(4),
                    row.getString(5),
                    row.getString(6),
                    row.getBoolean(7));
        }
    }

    /// The reason against this server in one sentence; empty when the journal can use it.
    Optional<String> refusal() {
        if (version < VERSION_MIN) {
            return Optional.of(
                    "it is PostgreSQL " + versionName + ", and the journal needs 15 or newer");
        }
        if (!fsync || !fullPageWrites) {
            return Optional.of(
                    (fsync ? "full_page_writes" : "fsync")
                            + " is off, so that it loses what it acknowledged; switch it on in postgresql.conf");
        }
        if (!synchronousCommit.equals("on") && !synchronousCommit.equals("remote_apply")) {
            return Optional.of(
                    "synchronous_commit is "
                            + synchronousCommit
                            + " although the journal asked for on");
        }
        if (!encoding.equals("UTF8")) {
            return Optional.of("its encoding is " + encoding + ", and the journal needs UTF8");
        }
        return Optional.empty();
    }
}
