package dev.cobnut.framework.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/// Opens connections to `journal.db` and refuses files that are not ours.
///
/// Nothing else in this process may open `journal.db` as a plain file while a connection is open:
/// closing any descriptor of it drops SQLite's locks (<https://www.sqlite.org/howtocorrupt.html>,
/// 2.2). The header is therefore read before the first connection.
///
/// JDBC's auto-commit is switched off and the transaction that the driver then begins is ended at
/// once: from there on the connection is SQLite's own, with `BEGIN IMMEDIATE` and `COMMIT` as
/// statements of ours. With auto-commit on, the driver would try a `begin` and a `commit` of its
/// own after every statement.
final class SqliteOpening {

    /// "Cobn".
    static final int APPLICATION_ID = 0x436F626E;

    /// The scripts of the schema's versions, from 1. A script brings a file from the version before
    /// to its own.
    private static final List<String> SCRIPTS =
            List.of(
                    "schema.sql",
                    "schema-2.sql",
                    "schema-3.sql",
                    "schema-4.sql",
                    "schema-5.sql",
                    "schema-6.sql",
                    "schema-7.sql",
                    "schema-8.sql",
                    "schema-9.sql");

    static final int SCHEMA_VERSION = SCRIPTS.size();

    /// How long a statement waits for a lock of another program.
    static final int BUSY_TIMEOUT_MS = 5_000;

    /// Page cache of the writer, so that large groups do not spill into the log before they commit.
    private static final int WRITER_CACHE_KIB = 16_384;

    private static final byte[] HEADER = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private SqliteOpening() {}

    /// The first connection: checks that the file is a journal that this code can write, or makes
    /// it one when it is new.
    static Connection openWriter(Path file) {
        checkHeader(file);
        Connection connection = null;
        try {
            connection = connect(file, false);
            checkIdentity(connection, file);
            pragma(connection, file, "journal_mode", "WAL", "wal");
            settle(connection, file);
            pragma(connection, file, "cache_size", "-" + WRITER_CACHE_KIB, "-" + WRITER_CACHE_KIB);
            migrate(connection);
            checkTables(connection, file);
            return connection;
        } catch (SQLException e) {
            closeAfter(connection, e);
            throw SqliteFailure.atOpen(file, e);
        } catch (RuntimeException e) {
            closeAfter(connection, e);
            throw e;
        }
    }

    /// A further connection that writes only by checkpoints.
    static Connection openCheckpointer(Path file) {
        Connection connection = null;
        try {
            connection = connect(file, false);
            settle(connection, file);
            return connection;
        } catch (SQLException e) {
            closeAfter(connection, e);
            throw SqliteFailure.atOpen(file, e);
        }
    }

    static Connection openReader(Path file) {
        Connection connection = null;
        try {
            connection = connect(file, true);
            pragma(connection, file, "temp_store", "MEMORY", "2");
            return connection;
        } catch (SQLException e) {
            closeAfter(connection, e);
            throw SqliteFailure.atOpen(file, e);
        }
    }

    private static void checkHeader(Path file) {
        if (Files.exists(file) && !Files.isWritable(file)) {
            throw new JournalException(
                    file + " is read-only; make it writable for the user of this process", null);
        }
        try (InputStream in = Files.exists(file) ? Files.newInputStream(file) : null) {
            byte[] start = in == null ? new byte[0] : in.readNBytes(HEADER.length);
            if (start.length > 0 && !Arrays.equals(start, HEADER)) {
                throw new JournalException(
                        file
                                + " is not a SQLite file or is damaged; restore it from a backup, or move it away to start an empty journal",
                        null);
            }
        } catch (IOException e) {
            throw new JournalException(
                    file + " cannot be read (" + e + "); check its permissions and the disk", e);
        }
    }

    private static Connection connect(Path file, boolean readOnly) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(readOnly);
        // The driver's own monitor serialises each connection; SQLite need not do it again.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        config.setBusyTimeout(BUSY_TIMEOUT_MS);
        config.setGetGeneratedKeys(false);
        Properties properties = config.toProperties();
        Connection connection = new JDBC().connect("jdbc:sqlite:" + file, properties);
        connection.setAutoCommit(false);
        run(connection, "COMMIT");
        return connection;
    }

    private static void settle(Connection connection, Path file) throws SQLException {
        pragma(connection, file, "synchronous", "FULL", "2");
        pragma(connection, file, "foreign_keys", "ON", "1");
        pragma(connection, file, "temp_store", "MEMORY", "2");
        pragma(connection, file, "wal_autocheckpoint", "0", "0");
    }

    /// Sets a pragma and reads it back: SQLite ignores what it cannot do.
    private static void pragma(
            Connection connection, Path file, String name, String value, String expected)
            throws SQLException {
        run(connection, "PRAGMA " + name + " = " + value);
        String actual = text(connection, "PRAGMA " + name);
        if (!actual.equalsIgnoreCase(expected)) {
            throw new JournalException(
                    file
                            + " does not take "
                            + name
                            + " = "
                            + value
                            + " (it stays "
                            + actual
                            + "), without which the journal cannot keep its promises; use a local file system",
                    null);
        }
    }

    private static void checkIdentity(Connection connection, Path file) throws SQLException {
        long applicationId = number(connection, "PRAGMA application_id");
        long schemaVersion = number(connection, "PRAGMA user_version");
        boolean empty = number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
        if (applicationId == 0 && schemaVersion == 0 && empty) {
            return;
        }
        if (applicationId != APPLICATION_ID) {
            throw new JournalException(
                    file + " is a SQLite file of another application; choose another data folder",
                    null);
        }
        if (schemaVersion > SCHEMA_VERSION) {
            throw new JournalException(
                    file
                            + " has schema "
                            + schemaVersion
                            + ", this version of Cobnut knows up to "
                            + SCHEMA_VERSION
                            + "; start a newer version",
                    null);
        }
    }

    /// Brings a new or an old file to the newest version, one version per transaction.
    private static void migrate(Connection connection) throws SQLException {
        int version = Math.toIntExact(number(connection, "PRAGMA user_version"));
        for (String script : SCRIPTS.subList(version, SCRIPTS.size())) {
            run(connection, "BEGIN IMMEDIATE");
            run(connection, script(script));
            run(connection, "COMMIT");
        }
    }

    private static String script(String name) {
        try (InputStream in = SqliteOpening.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new JournalException(name + " is missing in the jar; rebuild it", null);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new JournalException(name + " in the jar cannot be read; rebuild it", e);
        }
    }

    /// Cheap: `PRAGMA quick_check` reads the whole file.
    private static void checkTables(Connection connection, Path file) throws SQLException {
        long tables =
                number(
                        connection,
                        "SELECT count(*) FROM sqlite_schema WHERE name IN ('events', 'events_stream_version', 'unpublished', 'commands', 'lookups', 'parked', 'consumers', 'missed', 'event_types', 'cursors', 'cursors_parked', 'snapshots', 'event_tags', 'lookup_changes', 'command_log', 'command_keys', 'command_keys_through', 'space_probe')");
        if (tables != 18) {
            throw new JournalException(
                    file + " lacks tables of the journal; restore it from a backup", null);
        }
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    private static void closeAfter(@Nullable Connection connection, Exception failure) {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }
}
