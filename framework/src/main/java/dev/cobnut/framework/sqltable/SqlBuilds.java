package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.sqltable.SqlBuildRow.State;
import dev.cobnut.framework.table.ParkedByTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/// What the application's database knows about the builds of one table.
///
/// ```text
/// cobnut_sql_tables   (name, version, build) PK · state · position · event · millis · since · wanted · stopped
/// cobnut_sql_parked   (name, version, build, stream) PK · from_version · type · failure
/// ```
///
/// The statements are those of SQL's standard; they are tested with H2, SQLite and PostgreSQL.
final class SqlBuilds {

    private static final String CREATE_BUILDS =
            "CREATE TABLE IF NOT EXISTS cobnut_sql_tables (name VARCHAR(100) NOT NULL,"
                    + " version INTEGER NOT NULL, build INTEGER NOT NULL, state VARCHAR(10) NOT NULL,"
                    + " position BIGINT NOT NULL, event VARCHAR(36), millis BIGINT NOT NULL,"
                    + " since BIGINT NOT NULL, wanted INTEGER NOT NULL, stopped VARCHAR(2000),"
                    + " PRIMARY KEY (name, version, build))";

    private static final String CREATE_PARKED =
            "CREATE TABLE IF NOT EXISTS cobnut_sql_parked (name VARCHAR(100) NOT NULL,"
                    + " version INTEGER NOT NULL, build INTEGER NOT NULL, stream VARCHAR(200) NOT NULL,"
                    + " from_version BIGINT NOT NULL, type VARCHAR(255) NOT NULL,"
                    + " failure VARCHAR(500) NOT NULL, PRIMARY KEY (name, version, build, stream))";

    private static final String BUILD = " WHERE name = ? AND version = ? AND build = ?";

    private final String name;
    private final List<String> createStatements;
    private final DataSource database;

    /// @param createStatements create the table `{table}`
    SqlBuilds(String name, List<String> createStatements, DataSource database) {
        this.name = name;
        this.createStatements = createStatements;
        this.database = database;
    }

    String tableOf(SqlBuildRow build) {
        return build.table(name);
    }

    /// Creates the tables of this class where they are missing.
    void prepare() throws SQLException {
        execute(List.of(CREATE_BUILDS, CREATE_PARKED));
    }

    /// All builds of all versions, in their order.
    List<SqlBuildRow> read() throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT version, build, state, position, event, millis, since,"
                                        + " wanted, stopped FROM cobnut_sql_tables WHERE name = ?"
                                        + " ORDER BY version, build")) {
            select.setString(1, name);
            List<SqlBuildRow> rows = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    String event = row.getString(5);
                    rows.add(
                            new SqlBuildRow(
                                    row.getInt(1),
                                    row.getInt(2),
                                    State.valueOf(row.getString(3)),
                                    row.getLong(4),
                                    event == null ? null : UUID.fromString(event),
                                    row.getLong(6),
                                    row.getLong(7),
                                    row.getInt(8) > 0,
                                    row.getString(9)));
                }
            }
            return rows;
        }
    }

    List<ParkedByTable> readParked(SqlBuildRow build) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT stream, from_version, type, failure FROM cobnut_sql_parked"
                                        + BUILD
                                        + " ORDER BY stream")) {
            bind(select, 1, build);
            List<ParkedByTable> parked = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    parked.add(
                            new ParkedByTable(
                                    row.getString(1),
                                    row.getLong(2),
                                    row.getString(3),
                                    row.getString(4)));
                }
            }
            return parked;
        }
    }

    /// Begins a build: its row, and the table of its rows. Whoever has written the row owns the
    /// table, so a number is never begun twice.
    SqlBuildRow begin(int version, int number, long now) throws SQLException {
        SqlBuildRow build =
                new SqlBuildRow(version, number, State.BUILDING, 0, null, 0, now, false, null);
        change(
                "INSERT INTO cobnut_sql_tables (state, position, millis, since, wanted, name, version,"
                        + " build) VALUES ('BUILDING', 0, 0, ?, 0, ?, ?, ?)",
                now,
                build);
        try {
            execute(
                    createStatements.stream()
                            .map(statement -> statement.replace(SqlTable.TABLE, tableOf(build)))
                            .toList());
        } catch (SQLException e) {
            try {
                drop(build);
            } catch (SQLException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
        return build;
    }

    /// Moves the position within the transaction of the connection.
    ///
    /// @param last the event at the new position
    /// @return false when it is not where the writer left it: another member writes, or what this
    ///   one has written before is committed
    boolean advance(Connection connection, SqlBuildRow build, RecordedEvent last, long millis)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        "UPDATE cobnut_sql_tables SET position = ?, event = ?, millis = ?"
                                + BUILD
                                + " AND position = ? AND state <> 'OLD'")) {
            update.setLong(1, last.position());
            update.setString(2, last.id().toString());
            update.setLong(3, millis);
            bind(update, 4, build);
            update.setLong(7, build.position());
            return update.executeUpdate() == 1;
        }
    }

    /// Parks a stream within the transaction of the connection.
    void park(Connection connection, SqlBuildRow build, ParkedByTable stream) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO cobnut_sql_parked (stream, from_version, type, failure, name,"
                                + " version, build) VALUES (?, ?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, stream.stream());
            insert.setLong(2, stream.version());
            insert.setString(3, stream.type());
            insert.setString(4, stream.failure());
            bind(insert, 5, build);
            insert.executeUpdate();
        }
    }

    /// Lets a build be read, and the builds of its version that were read before be old, in one
    /// transaction.
    void goLive(SqlBuildRow build, long now) throws SQLException {
        inTransaction(connection -> {
            try (PreparedStatement before =
                            connection.prepareStatement(
                                    "UPDATE cobnut_sql_tables SET state = 'OLD', since = ?, wanted = 0"
                                            + " WHERE name = ? AND version = ? AND build <> ? AND state ="
                                            + " 'LIVE'");
                    PreparedStatement next =
                            connection.prepareStatement(
                                    "UPDATE cobnut_sql_tables SET state = 'LIVE', since = ?, wanted ="
                                            + " 0"
                                            + BUILD
                                            + " AND state = 'BUILDING'")) {
                for (PreparedStatement update : List.of(before, next)) {
                    update.setLong(1, now);
                    bind(update, 2, build);
                }
                before.executeUpdate();
                if (next.executeUpdate() != 1) {
                    throw new SQLException("another member has given up the build " + build);
                }
            }
        });
    }

    void retire(SqlBuildRow build, long now) throws SQLException {
        change("UPDATE cobnut_sql_tables SET state = 'OLD', since = ?" + BUILD, now, build);
    }

    /// @param parked streams that the page which was not applied would have parked
    void stop(SqlBuildRow build, String reason, List<ParkedByTable> parked) throws SQLException {
        Set<String> known =
                readParked(build).stream().map(ParkedByTable::stream).collect(Collectors.toSet());
        inTransaction(connection -> {
            for (ParkedByTable stream : parked) {
                if (!known.contains(stream.stream())) {
                    park(connection, build, stream);
                }
            }
            change(connection, "UPDATE cobnut_sql_tables SET stopped = ?" + BUILD, reason, build);
        });
    }

    /// A rebuild has stopped: the one that is read stays, until somebody wants another.
    void rebuildStopped(SqlBuildRow live) throws SQLException {
        change("UPDATE cobnut_sql_tables SET wanted = ?" + BUILD, 0, live);
    }

    /// The wish stays with the build that is read until another is read, or has stopped. So it
    /// outlasts failures, and the process.
    void wantRebuild(int version) throws SQLException {
        inTransaction(connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement(
                            "UPDATE cobnut_sql_tables SET wanted = 1 WHERE name = ? AND version = ?"
                                    + " AND state <> 'OLD'")) {
                update.setString(1, name);
                update.setInt(2, version);
                update.executeUpdate();
            }
        });
    }

    /// Drops the rows of a build, then what is known about it. It can be repeated.
    void drop(SqlBuildRow build) throws SQLException {
        execute(List.of("DROP TABLE IF EXISTS " + tableOf(build)));
        inTransaction(connection -> {
            for (String table : List.of("cobnut_sql_parked", "cobnut_sql_tables")) {
                try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + table + BUILD)) {
                    bind(delete, 1, build);
                    delete.executeUpdate();
                }
            }
        });
    }

    private void change(String sql, Object first, SqlBuildRow build) throws SQLException {
        inTransaction(connection -> change(connection, sql, first, build));
    }

    private void change(Connection connection, String sql, Object first, SqlBuildRow build)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setObject(1, first);
            bind(update, 2, build);
            update.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement, int first, SqlBuildRow build)
            throws SQLException {
        statement.setString(first, name);
        statement.setInt(first + 1, build.version());
        statement.setInt(first + 2, build.number());
    }

    private void execute(List<String> statements) throws SQLException {
        try {
            inTransaction(connection -> {
                try (Statement statement = connection.createStatement()) {
                    for (String sql : statements) {
                        statement.execute(sql);
                    }
                }
            });
        } catch (SQLException e) {
            throw new SQLException(
                    "failed: " + String.join("; ", statements) + ": " + e.getMessage(),
                    e.getSQLState(),
                    e);
        }
    }

    /// What is done in a transaction.
    ///
    /// @param <X> what it throws besides
    @FunctionalInterface
    interface Work<X extends Exception> {
        void in(Connection connection) throws SQLException, X;
    }

    /// Commits what is done, or rolls it back when it fails; whether or not the connections of the
    /// application commit by themselves.
    <X extends Exception> void inTransaction(Work<X> work) throws SQLException, X {
        try (Connection connection = database.getConnection()) {
            boolean commits = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                work.in(connection);
                connection.commit();
            } catch (Throwable e) {
                rollBack(connection, commits, e);
                throw e;
            }
            connection.setAutoCommit(commits);
        }
    }

    /// @param reason is thrown next, whether or not the connection still answers
    private static void rollBack(Connection connection, boolean commits, Throwable reason) {
        try {
            connection.rollback();
            connection.setAutoCommit(commits);
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }
}
