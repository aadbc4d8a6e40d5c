package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.RecordedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;

/// Recognises what a handler has done, in a table of the application's own database. An effect in
/// the same transaction is applied exactly once, however often the event comes.
///
/// ```text
/// cobnut_handled     (handler, stream) PK · version     the last event whose effect is committed
/// ```
///
/// Events of a stream come in order, so its last version says it all: the table has one row per
/// handler and stream. It fences, too. When a member that was taken for dead still handles an event
/// of a stream, and its successor is ahead, the older one changes nothing.
///
/// ```java
/// try (Connection connection = dataSource.getConnection()) {
///     connection.setAutoCommit(false);
///     if (once.isFirst(connection, name(), event)) {
///         // the effect, on this connection
///     }
///     connection.commit();
/// }
/// ```
///
/// With Spring, in a method with `@Transactional(rollbackFor = Exception.class)`:
/// `DataSourceUtils.getConnection(dataSource)` is the connection of the transaction, and so is that
/// of `JdbcTemplate.execute`. Without `rollbackFor`, Spring commits after a checked exception.
///
/// The statements are those of SQL's standard; they are tested with H2, SQLite and PostgreSQL.
/// Thread-safe.
public final class ExactlyOnce {

    /// The table of [#ExactlyOnce()].
    public static final String TABLE_DEFAULT = "cobnut_handled";

    private static final Pattern TABLE =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");

    private final String table;

    /// In the table [#TABLE_DEFAULT].
    public ExactlyOnce() {
        this(TABLE_DEFAULT);
    }

    /// @param table name of the table, with or without a schema
    /// @throws IllegalArgumentException when the text is not the plain name of a table
    public ExactlyOnce(String table) {
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException(
                    "a table is named by letters, digits and _, with or without a schema, not '"
                            + table
                            + "'");
        }
        this.table = table;
    }

    /// The statement that creates the table, for a migration of the application.
    public String createTable() {
        return "CREATE TABLE IF NOT EXISTS "
                + table
                + " (handler VARCHAR(100) NOT NULL, stream VARCHAR(200) NOT NULL,"
                + " version BIGINT NOT NULL, PRIMARY KEY (handler, stream))";
    }

    /// Creates the table when it is not there.
    public void createTable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(createTable());
        }
    }

    /// Notes in the transaction of the connection that the handler handles the event.
    ///
    /// @param connection in a transaction that also has the effect
    /// @param handler name of the handler
    /// @return false when the effect of this event, or of a later one of its stream, is committed;
    ///   the caller must then change nothing
    /// @throws SQLException when it is not known, also when another member notes the same at the
    ///   same time; the transaction must be rolled back
    /// @throws IllegalStateException when the connection commits by itself: the note would be
    ///   committed without the effect
    public boolean isFirst(Connection connection, String handler, RecordedEvent event)
            throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "the connection commits every statement by itself; begin a transaction that"
                            + " has the effect, too");
        }
        return advance(connection, handler, event) || insert(connection, handler, event);
    }

    private boolean advance(Connection connection, String handler, RecordedEvent event)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement(
                        "UPDATE "
                                + table
                                + " SET version = ? WHERE handler = ? AND stream = ? AND version < ?")) {
            update.setLong(1, event.version());
            update.setString(2, handler);
            update.setString(3, event.stream().value());
            update.setLong(4, event.version());
            return update.executeUpdate() > 0;
        }
    }

    private boolean insert(Connection connection, String handler, RecordedEvent event)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO "
                                + table
                                + " (handler, stream, version) SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM "
                                + table
                                + " WHERE handler = ? AND stream = ?)")) {
            insert.setString(1, handler);
            insert.setString(2, event.stream().value());
            insert.setLong(3, event.version());
            insert.setString(4, handler);
            insert.setString(5, event.stream().value());
            return insert.executeUpdate() > 0;
        }
    }
}
