package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is refused at the opening, in which words, and with which rights the journal runs.
@NeedsPostgres
class PostgresOpeningTest {

    private static final PostgresSettings.Timeouts AT_ONCE =
            new PostgresSettings.Timeouts(
                    Duration.ZERO,
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(1));

    private static final PostgresServerSettings GOOD =
            new PostgresServerSettings(150_018, "15.18", true, true, "on", "UTF8", false);

    private final PostgresServer server = PostgresServer.shared();
    private final PostgresSettings settings = server.newJournal().withTimeouts(AT_ONCE);

    private static PostgresJournal open(PostgresSettings settings) {
        return PostgresJournal.open(settings, InstantSource.system());
    }

    private static void refuses(PostgresSettings settings, String... words) {
        assertThatThrownBy(() -> open(settings).close())
                .isInstanceOf(JournalException.class)
                .hasMessageNotContaining(PostgresServer.PASSWORD)
                .hasMessageContainingAll(words);
    }

    @Test
    void serversThatWouldBreakAPromiseAreRefusedWithOneSentence() {
        assertThat(GOOD.refusal()).isEmpty();
        assertThat(
                        new PostgresServerSettings(
                                        140_012, "14.12", true, true, "on", "UTF8", false)
                                .refusal())
                .hasValue("it is PostgreSQL 14.12, and the journal needs 15 or newer");
        assertThat(
                        new PostgresServerSettings(
                                        160_000, "16.0", false, true, "on", "UTF8", false)
                                .refusal())
                .hasValueSatisfying(text -> assertThat(text).startsWith("fsync is off"));
        assertThat(
                        new PostgresServerSettings(
                                        160_000, "16.0", true, false, "on", "UTF8", false)
                                .refusal())
                .hasValueSatisfying(text -> assertThat(text).startsWith("full_page_writes is off"));
        assertThat(
                        new PostgresServerSettings(
                                        160_000, "16.0", true, true, "off", "UTF8", false)
                                .refusal())
                .hasValueSatisfying(text -> assertThat(text).contains("synchronous_commit is off"));
        assertThat(
                        new PostgresServerSettings(
                                        160_000, "16.0", true, true, "on", "SQL_ASCII", false)
                                .refusal())
                .hasValueSatisfying(text -> assertThat(text).contains("needs UTF8"));
        assertThat(
                        new PostgresServerSettings(
                                        170_000, "17.0", true, true, "remote_apply", "UTF8", false)
                                .refusal())
                .isEmpty();
    }

    @Test
    void commitsAreSynchronousAlsoWhenTheRoleSaysOtherwise() throws Exception {
        String role = "hasty";
        server.run(
                "CREATE ROLE " + role + " LOGIN PASSWORD 'hasty'",
                "ALTER ROLE " + role + " SET synchronous_commit = off");
        PostgresConnections connections =
                new PostgresConnections(PostgresSettings.of(server.url(), role, "hasty"));
        try (Connection connection = connections.openWriter()) {
            PostgresServerSettings facts = PostgresServerSettings.of(connection);
            assertThat(facts.synchronousCommit()).isEqualTo("on");
            assertThat(facts.fsync()).isTrue();
            assertThat(facts.version()).isGreaterThanOrEqualTo(PostgresServerSettings.VERSION_MIN);
            assertThat(facts.refusal()).isEmpty();
        }
    }

    @Test
    void aWrongPasswordIsNamed() {
        refuses(
                PostgresSettings.of(server.url(), PostgresServer.OWNER, "wrong")
                        .withTimeouts(AT_ONCE),
                "refuses the role " + PostgresServer.OWNER,
                "check the role, its password and pg_hba.conf");
    }

    @Test
    void aHostThatIsNotKnownIsNamed() {
        refuses(
                settings.withUrl("jdbc:postgresql://no-such-host.invalid:5432/postgres"),
                "the host of postgresql://no-such-host.invalid:5432/postgres is not known");
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        refuses(settings.withUrl(PostgresServer.url(1)), "nobody answers at", "start PostgreSQL");
    }

    @Test
    void aDatabaseThatIsNotThereIsNamed() {
        refuses(
                settings.withUrl("jdbc:postgresql://127.0.0.1:" + server.port() + "/nothing"),
                "does not exist",
                "CREATE DATABASE");
    }

    @Test
    void aDatabaseOfAnotherEncodingIsNamed() {
        server.run(
                "CREATE DATABASE ascii_only ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
        refuses(
                settings.withUrl("jdbc:postgresql://127.0.0.1:" + server.port() + "/ascii_only"),
                "its encoding is SQL_ASCII");
    }

    @Test
    void missingTablesAreNamedWhenTheMigrationIsOff() {
        refuses(
                settings.withMigration(new PostgresSettings.Migration(false, "", "")),
                "has no tables of the journal",
                "start once with the migration enabled");
    }

    @Test
    void tablesOfANewerVersionAreRefused() {
        open(settings).close();
        server.run(
                "INSERT INTO "
                        + settings.schema()
                        + ".flyway_schema_history (installed_rank, version, description, type, script, installed_by, execution_time, success) VALUES (99, '9', 'later', 'SQL', 'V9__later.sql', 'x', 1, true)");
        refuses(
                settings.withMigration(new PostgresSettings.Migration(false, "", "")),
                "has version 9",
                "start the newer version of Cobnut");
    }

    @Test
    void aRoleWithoutRightsIsNamed() {
        server.run("CREATE ROLE stranger LOGIN PASSWORD 'stranger'");
        refuses(
                PostgresSettings.of(server.url(), "stranger", "stranger")
                        .withSchema(settings.schema())
                        .withTimeouts(AT_ONCE),
                "the role stranger lacks rights",
                "docs/postgresql.md");
    }

    @Test
    void aPasswordIsNeverShown() {
        assertThat(settings.withMigration(new PostgresSettings.Migration(true, "x", "s3cret")))
                .asString()
                .doesNotContain(PostgresServer.PASSWORD, "s3cret");
        assertThat(new PostgresSettings.Migration(true, "x", "s3cret"))
                .asString()
                .doesNotContain("s3cret");
    }

    @Test
    void theRoleOfTheServiceAppendsAndReadsAndCanDoNoMore() throws Exception {
        server.run("CREATE ROLE service LOGIN PASSWORD 'service'");
        PostgresSettings least =
                PostgresSettings.of(server.url(), "service", "service")
                        .withSchema(settings.schema())
                        .withMigration(
                                new PostgresSettings.Migration(
                                        true, PostgresServer.OWNER, PostgresServer.PASSWORD));
        try (PostgresJournal journal = open(least)) {
            journal.start(GroupListener.completing());
            RecordedEvent event = appended(journal, first(newStream())).events().getFirst();
            appended(journal, keyed(newStream(), new NoStream(), "k1"));
            publish(
                    journal,
                    List.of(event.position()),
                    new LookupChange.Put("by-customer", "c1", "a"),
                    new LookupChange.Remove("by-customer", "c1", "b"));
            assertThat(journal.countUnpublished()).isEqualTo(1);
            assertThat(journal.findCommand("k1")).isPresent();
            assertThat(journal.findInLookup("by-customer", "c1", null, 2)).containsExactly("a");
        }
        try (PostgresJournal again =
                open(least.withMigration(new PostgresSettings.Migration(false, "", "")))) {
            assertThat(again.lastPosition()).isEqualTo(2);
        }
        try (Connection connection = new PostgresConnections(least).openWriter()) {
            for (String forbidden :
                    List.of(
                            "UPDATE events SET version = 7",
                            "DELETE FROM events",
                            "TRUNCATE events",
                            "DROP TABLE events",
                            "UPDATE commands SET version = 7",
                            "DELETE FROM commands",
                            "UPDATE unpublished SET position = 7",
                            "CREATE TABLE mine (id integer)",
                            "DELETE FROM flyway_schema_history")) {
                assertThatThrownBy(() -> run(connection, forbidden))
                        .as(forbidden)
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("42501"));
            }
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Upper", "1st", "with-dash", "quote\"", ""})
    void aSchemaIsALowerCaseName(String name) {
        assertThatThrownBy(() -> settings.withSchema(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lower-case name");
    }

    @Test
    void otherUrlsAreRefused() {
        assertThatThrownBy(() -> settings.withUrl("jdbc:sqlite:x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("begins with jdbc:postgresql:");
    }
}
