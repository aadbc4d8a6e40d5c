package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.newStream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import dev.cobnut.framework.journal.JournalState.Writable;
import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The server reads a changed configuration while the journal's writers run.
@NeedsPostgres
class PostgresReloadTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private static final AtomicInteger reloads = new AtomicInteger();

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// @return the `work_mem` by which a session shows that it knows the reload
    private static String reload(String setting, String value) {
        String mark = 4_096 + reloads.incrementAndGet() + "kB";
        server.run(
                "ALTER SYSTEM SET " + setting + " = " + value,
                "ALTER SYSTEM SET work_mem = '" + mark + "'",
                "SELECT pg_reload_conf()");
        return mark;
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('" + name + "')")) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    /// A session that had found it on had not set it, and lost it with the next reload.
    @ParameterizedTest
    @CsvSource({"off, on", "local, on", "remote_write, on", "remote_apply, remote_apply"})
    void commitsOfARunningWriterStaySynchronousWhateverAReloadSays(String value, String expected)
            throws Exception {
        String before = reload("synchronous_commit", expected);
        PostgresConnections connections = new PostgresConnections(server.newJournal());
        await().atMost(SOON).until(() -> server.ask("SHOW work_mem").equals(before));
        try (Connection connection = connections.openWriter()) {
            String after = reload("synchronous_commit", value);
            await().atMost(SOON).until(() -> setting(connection, "work_mem").equals(after));

            assertThat(setting(connection, "synchronous_commit")).isEqualTo(expected);
        }
        try (Connection later = connections.openWriter()) {
            assertThat(setting(later, "synchronous_commit")).isEqualTo(expected);
        }
    }

    /// No session can set these itself, so every group looks at them.
    @ParameterizedTest
    @ValueSource(strings = {"fsync", "full_page_writes"})
    void nothingIsWrittenWhileAReloadHasSwitchedOffWhatDurabilityNeeds(String setting) {
        PostgresSettings settings = server.newJournal();
        try (PostgresJournal journal = PostgresJournal.open(settings, InstantSource.system())) {
            journal.start(GroupListener.completing());
            appended(journal, first(newStream()));

            reload(setting, "off");
            await().atMost(SOON)
                    .until(() -> append(journal, first(newStream())) instanceof Unavailable);
            assertThat(journal.state())
                    .isInstanceOfSatisfying(
                            NotWritable.class,
                            closed -> assertThat(closed.reason()).contains(setting + " is off"));
            long acknowledged = journal.lastPosition();
            assertThat(append(journal, first(newStream()))).isInstanceOf(Unavailable.class);
            assertThat(journal.lastPosition()).isEqualTo(acknowledged);

            reload(setting, "on");
            await().atMost(SOON).until(() -> journal.state() instanceof Writable);
            appended(journal, first(newStream()));
        } finally {
            reload(setting, "on");
        }
    }
}
