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
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

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

    private static final String CALL_OF_THE_FIRST_VERSION =
            "SELECT append_group(1, '{}', '{}', '{}', '{}', '{}', '{old-1}', '{1}',"
                    + " '{00000000-0000-7000-8000-000000000001}', '{Counted}', '{1}', '{\\x31}',"
                    + " '{1}', '{null}', '{null}', '{null}', '{old-1}', '{0}', '{}',"
                    + " '{}', '{}', '{}', '{}', '{}', '{}')";

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
    void tablesOfANewerVersionAreRefusedUnlessTheySayThatTheyMayBeUsed() {
        open(settings).close();
        server.run(
                "INSERT INTO "
                        + settings.schema()
                        + ".flyway_schema_history (installed_rank, version, description, type, script, installed_by, execution_time, success) VALUES (99, '9', 'later', 'SQL', 'V9__later.sql', 'x', 1, true)");
        open(settings).close(); // it only adds

        server.run(
                "CREATE OR REPLACE FUNCTION "
                        + settings.schema()
                        + ".usable_since() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 9'");
        refuses(
                settings.withMigration(new PostgresSettings.Migration(false, "", "")),
                "has version 9",
                "start the newer version of Cobnut");
    }

    /// During a rolling upgrade, members of the first version go on to call its function.
    @Test
    void tablesOfTheFirstVersionAreBroughtToTheNewestAndMembersOfThatVersionGoOn(
            @TempDir Path folder) throws Exception {
        migrate(folder, "V1__journal.sql");
        String callOfTheFirstVersion =
                "SET search_path TO " + settings.schema() + "; " + CALL_OF_THE_FIRST_VERSION;
        server.run(callOfTheFirstVersion);
        try (PostgresJournal journal = open(settings)) {
            journal.start(GroupListener.completing());
            RecordedEvent event = journal.readDeliverable(0, 10).events().getFirst();
            assertThat(event.stream().value()).isEqualTo("old-1");
            assertThat(journal.park(List.of(new ParkedStream(event, 8, "planted fault"))))
                    .hasSize(1);
            assertThat(journal.readDeliverable(0, 10).events()).isEmpty();
            server.run(callOfTheFirstVersion.replace("old-1", "old-2"));
            assertThat(journal.readDeliverable(0, 10).events())
                    .singleElement()
                    .satisfies(next -> assertThat(next.stream().value()).isEqualTo("old-2"));
            assertThat(journal.unpark(event.stream())).isEqualTo(1);
        }
    }

    /// Runs some of the scripts as the owner, for the role `rolling`.
    private void migrate(Path folder, String... scripts) throws Exception {
        for (String script : scripts) {
            try (InputStream text =
                    PostgresSchema.class.getResourceAsStream("postgresql/" + script)) {
                Files.copy(Objects.requireNonNull(text), folder.resolve(script));
            }
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(server.url());
        source.setUser(settings.user());
        source.setPassword(settings.password());
        Flyway.configure(PostgresSchema.class.getClassLoader())
                .dataSource(source)
                .schemas(settings.schema())
                .defaultSchema(settings.schema())
                .locations("filesystem:" + folder)
                .placeholders(Map.of("role", "rolling"))
                .load()
                .migrate();
    }

    /// Each script is a transaction of its own, and that of the rights is the last.
    @Test
    void membersOfTheFirstVersionPublishAlsoBetweenTwoScriptsOfTheMigration(@TempDir Path folder)
            throws Exception {
        server.run("CREATE ROLE rolling LOGIN PASSWORD 'rolling'");
        migrate(folder, "V1__journal.sql");
        String inSchema = "SET search_path TO " + settings.schema() + "; ";
        server.run(
                inSchema
                        + "GRANT USAGE ON SCHEMA "
                        + settings.schema()
                        + " TO rolling; GRANT SELECT, INSERT ON events, commands TO rolling;"
                        + " GRANT SELECT, INSERT, DELETE ON unpublished, lookups TO rolling");
        PostgresSettings old =
                PostgresSettings.of(server.url(), "rolling", "rolling")
                        .withSchema(settings.schema())
                        .withTimeouts(AT_ONCE);
        try (Connection member = new PostgresConnections(old).openWriter()) {
            run(member, CALL_OF_THE_FIRST_VERSION);
            migrate(folder, "V2__parked.sql", "V3__consumers.sql");
            server.run(
                    inSchema
                            + "INSERT INTO consumers (name, version, registered, built, answers, seen)"
                            + " VALUES ('view', 1, 0, 0, false, now())");
            run(
                    member,
                    CALL_OF_THE_FIRST_VERSION
                            .replace("old-1", "old-2")
                            .replace("00001}", "00002}")
                            .replace("'{0}', '{}', '{}'", "'{0}', '{1}', '{}'"));
        }
        assertThat(server.ask("SELECT stream FROM " + settings.schema() + ".missed"))
                .isEqualTo("old-1");
    }

    /// Such a server says so at every login, after an upgrade of its operating system for example.
    @Test
    void aNoticeOfTheServerAtTheLoginIsNotTakenForAnEndedWaitForAStandby() {
        server.run(
                "CREATE DATABASE moved TEMPLATE template0",
                "UPDATE pg_database SET datcollversion = '0' WHERE datname = 'moved'");
        PostgresSettings moved =
                settings.withUrl("jdbc:postgresql://127.0.0.1:" + server.port() + "/moved");
        try (PostgresJournal journal = open(moved)) {
            journal.start(GroupListener.completing());
            appended(journal, first(newStream()));
            assertThat(journal.lastPosition()).isEqualTo(1);
        }
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
                    new LookupChange.Put(event.position(), "by-customer", "c1", "a"),
                    new LookupChange.Remove(event.position(), "by-customer", "c1", "b"));
            assertThat(journal.countUnpublished()).isEqualTo(1);
            assertThat(journal.findCommand("k1")).isPresent();
            assertThat(journal.findInLookup("by-customer", "c1", null, 2)).containsExactly("a");
            RecordedEvent bad = appended(journal, first(newStream())).events().getFirst();
            journal.park(List.of(new ParkedStream(bad, 8, "planted fault")));
            assertThat(journal.unpark(bad.stream())).isEqualTo(1);
        }
        try (PostgresJournal again =
                open(least.withMigration(new PostgresSettings.Migration(false, "", "")))) {
            assertThat(again.lastPosition()).isEqualTo(3);
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
                .hasMessageContaining("must begin with jdbc:postgresql://");
    }
}
