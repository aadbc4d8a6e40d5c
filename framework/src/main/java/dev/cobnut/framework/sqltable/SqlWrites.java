package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.event.RecordedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the reaction to an event writes with. All of it is in the transaction that also has the
/// table's position. For the time of the call only.
public final class SqlWrites implements AutoCloseable {

    /// Most statements that stay prepared within one transaction.
    private static final int PREPARED_MAX = 64;

    private final Connection connection;
    private final String table;
    private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable RecordedEvent event;

    SqlWrites(Connection connection, String table) {
        this.connection = connection;
        this.table = table;
    }

    void at(RecordedEvent next) {
        event = next;
    }

    /// The event with its id, stream, version, time and metadata.
    public RecordedEvent event() {
        RecordedEvent present = event;
        if (present == null) {
            throw new IllegalStateException("there is no event outside of a reaction");
        }
        return present;
    }

    /// The connection of the transaction. The caller neither commits nor closes it.
    public Connection connection() {
        return connection;
    }

    /// The name of the table that is written.
    public String table() {
        return table;
    }

    /// Executes a statement; `{table}` in it is the name of the table. A statement is prepared once
    /// per transaction.
    ///
    /// @param arguments of its `?`: what the driver takes, and an [Instant] or a constant of an
    ///   enum, which are passed as a time in UTC and as a name
    /// @return number of the rows that it changed
    public int update(String sql, @Nullable Object... arguments) throws SQLException {
        PreparedStatement statement = prepared(sql);
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, plain(arguments[i]));
        }
        return statement.executeUpdate();
    }

    private static @Nullable Object plain(@Nullable Object argument) {
        return switch (argument) {
            case null -> null;
            case Instant instant -> instant.atOffset(ZoneOffset.UTC);
            case Enum<?> constant -> constant.name();
            default -> argument;
        };
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        if (prepared.size() == PREPARED_MAX) {
            String eldest = prepared.keySet().iterator().next();
            PreparedStatement left = prepared.remove(eldest);
            if (left != null) {
                left.close();
            }
        }
        PreparedStatement statement =
                connection.prepareStatement(sql.replace(SqlTable.TABLE, table));
        prepared.put(sql, statement);
        return statement;
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        prepared.clear();
    }
}
