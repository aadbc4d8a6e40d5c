package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import dev.cobnut.framework.journal.JournalState.Writable;
import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A primary with a streaming standby: what may be answered while commits wait for the standby, and
/// what a failover does. Both servers are real.
@NeedsPostgres
class PostgresStandbyTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// Long enough to meet every attempt of the writer, which begins one every second at least.
    private static final Duration A_WHILE = Duration.ofSeconds(4);

    private static final PostgresSettings.Timeouts SHORT =
            new PostgresSettings.Timeouts(
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(2),
                    Duration.ofMillis(900),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(2));

    private PostgresServer primary;
    private PostgresServer standby;
    private PostgresSettings settings;

    @BeforeEach
    void start() {
        primary = PostgresServer.start();
        settings = primary.newJournal().withTimeouts(SHORT);
        standby = primary.startStandby();
    }

    @AfterEach
    void stop() {
        standby.close();
        primary.close();
    }

    private static PostgresJournal open(PostgresSettings settings) {
        PostgresJournal journal = PostgresJournal.open(settings, InstantSource.system());
        journal.start(GroupListener.completing());
        return journal;
    }

    private void waitForStandby() {
        primary.run(
                "ALTER SYSTEM SET synchronous_standby_names = 'standby'",
                "SELECT pg_reload_conf()");
        await().atMost(SOON)
                .until(() ->
                        primary.ask(
                                        "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
                                .equals("1"));
    }

    /// The processes of the standby end some time after its postmaster. Until then they take what
    /// the primary commits.
    private void killStandby() {
        standby.kill();
        await().atMost(SOON)
                .until(() -> primary.ask("SELECT count(*) FROM pg_stat_replication").equals("0"));
    }

    private String waitingCommits() {
        return primary.ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    }

    private String eventsAt(PostgresServer server) {
        return server.ask("SELECT count(*) FROM " + settings.schema() + ".events");
    }

    private String builtAt(PostgresServer server) {
        return server.ask("SELECT built FROM " + settings.schema() + ".consumers");
    }

    /// The commit's connection was given up, its process was ended at the server, which ended its
    /// wait for the standby, and the events that could then be seen were acknowledged.
    @Test
    void whileTheStandbyIsAwayNothingIsAcknowledgedAlsoWhenTheConnectionOfTheCommitIsLost() {
        try (PostgresJournal journal = open(settings)) {
            waitForStandby();
            StreamId stream = newStream();
            appended(journal, first(stream));
            killStandby();
            AppendRequest caught = keyed(stream, new Exactly(1), "k1");
            journal.append(caught);

            await().atMost(SOON)
                    .until(() ->
                            journal.state() instanceof NotWritable(String reason, boolean lasting)
                                    && !lasting
                                    && reason.contains("standby"));
            await().during(A_WHILE)
                    .atMost(SOON)
                    .until(() -> !caught.result().isDone() && eventsAt(primary).equals("1"));
            assertThat(append(journal, first(newStream()))).isInstanceOf(Unavailable.class);
            assertThat(Integer.parseInt(waitingCommits())).isEqualTo(1);

            standby.begin();
            await().atMost(SOON).until(() -> caught.result().isDone());
            assertThat(caught.result().join())
                    .isInstanceOfSatisfying(
                            Appended.class, found -> assertThat(found.version()).isEqualTo(2));
            assertThat(eventsAt(standby)).isEqualTo("2");
            await().atMost(SOON).until(() -> journal.state() instanceof Writable);
            assertThat(appended(journal, request(stream, new Exactly(2), 1)).version())
                    .isEqualTo(3);
        }
    }

    /// After a crash the primary shows a commit that the standby has never had.
    @Test
    void whatAPrimaryShowsAfterItsCrashIsNeitherAnsweredNorReadUntilTheStandbyHasItToo() {
        try (PostgresJournal journal = open(settings)) {
            waitForStandby();
            StreamId stream = newStream();
            appended(journal, first(stream));
            killStandby();
            AppendRequest caught = keyed(stream, new Exactly(1), "k1");
            journal.append(caught);
            await().atMost(SOON).until(() -> waitingCommits().equals("1"));

            primary.kill();
            primary.begin();

            await().atMost(SOON).until(() -> eventsAt(primary).equals("2"));
            await().during(A_WHILE).atMost(SOON).until(() -> !caught.result().isDone());
            assertThatThrownBy(() -> journal.findCommand("k1"))
                    .isInstanceOf(JournalException.class);
            assertThatThrownBy(() -> journal.read(stream, 0, 10))
                    .isInstanceOf(JournalException.class);

            standby.begin();
            await().atMost(SOON).until(() -> caught.result().isDone());
            assertThat(caught.result().join()).isInstanceOf(Appended.class);
            assertThat(eventsAt(standby)).isEqualTo("2");
            assertThat(journal.findCommand("k1")).isPresent();
            assertThat(journal.read(stream, 0, 10)).hasSize(2);
        }
    }

    /// The server answers such a commit with success and a warning.
    @Test
    void aCommitWhoseWaitForTheStandbyAnOperatorEndsIsNotAcknowledgedEither() {
        try (PostgresJournal journal = open(settings)) {
            waitForStandby();
            appended(journal, first(newStream()));
            killStandby();
            AppendRequest caught = first(newStream());
            journal.append(caught);
            await().atMost(SOON).until(() -> waitingCommits().equals("1"));

            primary.run(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");

            await().atMost(SOON).until(() -> eventsAt(primary).equals("2"));
            await().during(A_WHILE).atMost(SOON).until(() -> !caught.result().isDone());
            standby.begin();
            await().atMost(SOON).until(() -> caught.result().isDone());
            assertThat(caught.result().join()).isInstanceOf(Appended.class);
            assertThat(eventsAt(standby)).isEqualTo("2");
        }
    }

    /// A view would show a list as complete whose rows a failover takes back.
    @Test
    void whatAViewHasCaughtUpWithCountsOnlyWhenTheStandbyHasItToo() {
        Consumer view = new Consumer("view", 1);
        try (PostgresJournal journal = open(settings)) {
            Consumers consumers = journal.consumers();
            waitForStandby();
            assertThat(consumers.attend(List.of(view))).hasSize(1);
            killStandby();
            CompletableFuture<Integer> caught =
                    CompletableFuture.supplyAsync(
                            () -> consumers.record(view, 7, List.of(), List.of()));
            await().atMost(SOON).until(() -> waitingCommits().equals("1"));

            primary.run(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");

            assertThatThrownBy(caught::join)
                    .hasCauseInstanceOf(JournalException.class)
                    .hasMessageContaining("synchronous replication");
            assertThat(builtAt(primary)).isEqualTo("7");
            assertThatThrownBy(() -> consumers.attend(List.of(view)))
                    .isInstanceOf(JournalException.class);

            standby.begin();
            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> consumers.attend(List.of(view)).getFirst().built() == 7);
            assertThat(builtAt(standby)).isEqualTo("7");
        }
    }

    /// The new primary lacks events that the journal has written at the old one.
    @Test
    void afterAFailoverThatLostEventsTheStreamsGoOnFromWhatTheNewPrimaryHas() {
        PostgresSettings both =
                settings.withUrl(
                        "jdbc:postgresql://127.0.0.1:"
                                + primary.port()
                                + ",127.0.0.1:"
                                + standby.port()
                                + "/"
                                + PostgresServer.DATABASE);
        try (PostgresJournal journal = open(both)) {
            StreamId stream = newStream();
            appended(journal, request(stream, new NoStream(), 1));
            await().atMost(SOON).ignoreExceptions().until(() -> eventsAt(standby).equals("1"));
            killStandby();
            appended(journal, request(stream, new Exactly(1), 2));
            primary.kill();
            standby.begin();
            standby.run("SELECT pg_promote()");

            await().atMost(SOON)
                    .until(() -> !(append(journal, first(newStream())) instanceof Unavailable));
            assertThat(append(journal, request(stream, new Exactly(1), 1)))
                    .isInstanceOfSatisfying(
                            Appended.class, next -> assertThat(next.version()).isEqualTo(2));
        }
    }

    /// The old primary lives on, and the readers' connections to it had not broken.
    @Test
    void aReadSeesWhatWasAcknowledgedAlsoWhenOnlyTheWriterHasMovedToTheNewPrimary() {
        PostgresSettings both =
                settings.withUrl(
                        "jdbc:postgresql://127.0.0.1:"
                                + standby.port()
                                + ",127.0.0.1:"
                                + primary.port()
                                + "/"
                                + PostgresServer.DATABASE);
        try (PostgresJournal journal = open(both)) {
            StreamId stream = newStream();
            appended(journal, first(stream));
            assertThat(journal.read(stream, 0, 10)).hasSize(1);
            await().atMost(SOON).ignoreExceptions().until(() -> eventsAt(standby).equals("1"));
            standby.run("SELECT pg_promote()");
            primary.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cobnut-journal-writer'");

            appended(journal, request(stream, new Exactly(1), 1));

            assertThat(eventsAt(standby)).isEqualTo("2");
            assertThat(journal.read(stream, 0, 10)).hasSize(2);
        }
    }

    @Test
    void aStartWhileTheStandbyIsAwayEndsWithASentenceThatNamesIt() {
        open(settings).close();
        waitForStandby();
        killStandby();

        assertThatThrownBy(() -> open(settings).close())
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("wait, perhaps for a synchronous standby that is away");
    }

    @Test
    void aReaderThatFindsItselfAtAStandbySaysSoAndAnswersNothing() {
        StreamId stream = newStream();
        try (PostgresJournal journal = open(settings)) {
            appended(journal, first(stream));
        }
        await().atMost(SOON).ignoreExceptions().until(() -> eventsAt(standby).equals("1"));

        try (PostgresReaders readers =
                new PostgresReaders(new PostgresConnections(settings.withUrl(standby.url())))) {
            assertThatThrownBy(() -> readers.read(stream, 0, 10))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("standby");
            assertThatThrownBy(() -> readers.findCommand("k1"))
                    .isInstanceOf(JournalException.class);
        }
    }

    @Test
    void ofSeveralHostsThePrimaryIsTakenWhicheverIsNamedFirst() {
        PostgresSettings both =
                settings.withUrl(
                        "jdbc:postgresql://127.0.0.1:"
                                + standby.port()
                                + ",127.0.0.1:"
                                + primary.port()
                                + "/"
                                + PostgresServer.DATABASE
                                + "?loadBalanceHosts=true");
        try (PostgresJournal journal = open(both)) {
            StreamId stream = newStream();
            appended(journal, first(stream));
            assertThat(journal.read(stream, 0, 10)).hasSize(1);
        }
    }
}
