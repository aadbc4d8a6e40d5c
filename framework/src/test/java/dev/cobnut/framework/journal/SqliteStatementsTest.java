package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static dev.cobnut.framework.journal.Appends.tagged;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which statements the writer executes for a group. A group without tags and conditions pays
/// nothing for them.
class SqliteStatementsTest {

    @TempDir Path folder;

    private final List<String> executed = new ArrayList<>();

    @Test
    void aGroupWithoutTagsAndConditionsHasNoStatementMore() throws SQLException {
        Path file = folder.resolve("journal.db");
        try (Connection connection = SqliteOpening.openWriter(file);
                SqliteTransaction transaction =
                        new SqliteTransaction(
                                counted(connection),
                                new SqliteLookups(connection, SqliteLookups.MERGE_AT),
                                new SqliteCommands(connection, SqliteCommands.MERGE_AT),
                                InstantSource.system())) {
            var stream = newStream();
            var other = newStream();
            write(transaction, request(stream, new NoStream(), 1)); // its type is new
            write(
                    transaction,
                    request(stream, new Exactly(1), 2),
                    keyed(other, new NoStream(), "k1"));
            assertThat(executed)
                    .containsExactly(
                            "BEGIN IMMEDIATE",
                            "SELECT id FROM", // is the key recorded?
                            "INSERT INTO command_log",
                            "INSERT OR IGNORE INTO events",
                            "INSERT INTO unpublished",
                            "INSERT OR IGNORE INTO events",
                            "INSERT INTO unpublished",
                            "INSERT OR IGNORE INTO events",
                            "INSERT INTO unpublished",
                            "COMMIT");

            write(
                    transaction,
                    AppendRequest.of(
                            stream,
                            new Exactly(3),
                            List.of(tagged("OrderPlaced", "a:1", "a:2")),
                            null));
            assertThat(executed)
                    .containsExactly(
                            "BEGIN IMMEDIATE",
                            "INSERT OR IGNORE INTO events",
                            "INSERT INTO unpublished",
                            "INSERT INTO event_tags",
                            "INSERT INTO event_tags",
                            "COMMIT");

            write(
                    transaction,
                    BoundaryContract.conditional(
                            BoundaryContract.query("a:3"),
                            JournalMark.BEGINNING,
                            stream,
                            tagged("OrderPlaced")));
            assertThat(executed)
                    .containsExactly(
                            "BEGIN IMMEDIATE",
                            "SELECT 0 WHERE",
                            "INSERT OR IGNORE INTO events",
                            "INSERT INTO unpublished",
                            "COMMIT");
        }
    }

    private void write(SqliteTransaction transaction, AppendRequest... group) throws SQLException {
        executed.clear();
        transaction.begin();
        assertThat(transaction.append(List.of(group)))
                .allMatch(AppendResult.Appended.class::isInstance);
        transaction.commit();
    }

    /// The connection, with a list of what its prepared statements execute: the first words.
    private Connection counted(Connection connection) {
        return proxy(
                Connection.class,
                connection,
                (method, arguments, result) ->
                        method.equals("prepareStatement")
                                        && result instanceof PreparedStatement made
                                ? counted(made, beginning(String.valueOf(arguments[0])))
                                : result);
    }

    private PreparedStatement counted(PreparedStatement statement, String sql) {
        return proxy(
                PreparedStatement.class,
                statement,
                (method, _, result) -> {
                    if (method.startsWith("execute")) {
                        executed.add(sql);
                    }
                    return result;
                });
    }

    private static String beginning(String sql) {
        String[] words = sql.strip().split("[\\s(]+", -1);
        int count = sql.startsWith("INSERT OR") ? 5 : 3;
        return String.join(" ", List.of(words).subList(0, Math.min(count, words.length)));
    }

    private interface After {
        Object apply(String method, Object[] arguments, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, After after) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) -> {
                            try {
                                return after.apply(
                                        method.getName(),
                                        arguments,
                                        method.invoke(target, arguments));
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }));
    }
}
