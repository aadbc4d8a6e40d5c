package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.append;
import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.await;
import static dev.cobnut.framework.journal.Appends.first;
import static dev.cobnut.framework.journal.Appends.keyed;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.Unavailable;
import dev.cobnut.framework.journal.AppendResult.Unknown;
import dev.cobnut.framework.journal.ExpectedVersion.Exactly;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import dev.cobnut.framework.journal.JournalState.NotWritable;
import dev.cobnut.framework.journal.JournalState.Writable;
import dev.cobnut.framework.postgres.CuttableProxy;
import dev.cobnut.framework.postgres.NeedsPostgres;
import dev.cobnut.framework.postgres.PostgresServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What becomes of appends when the connection to the server breaks, through a proxy that breaks it
/// at a chosen moment.
@NeedsPostgres
class PostgresFaultsTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// A server on a busy machine is not gone.
    private static final PostgresSettings.Timeouts PATIENT =
            new PostgresSettings.Timeouts(Duration.ZERO, SOON, SOON, SOON, SOON);

    private static final PostgresSettings.Timeouts SHORT =
            new PostgresSettings.Timeouts(
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    Duration.ofMillis(900),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(1));

    private CuttableProxy proxy;
    private PostgresSettings direct;
    private PostgresJournal journal;

    @BeforeEach
    void openPatiently() {
        PostgresServer server = PostgresServer.shared();
        proxy = new CuttableProxy(server.port());
        direct = server.newJournal();
        journal = open(PATIENT);
    }

    private void openAgainWithShortTimeouts() {
        journal.close();
        journal = open(SHORT);
    }

    private PostgresJournal open(PostgresSettings.Timeouts timeouts) {
        PostgresJournal opened =
                PostgresJournal.open(
                        direct.withUrl(PostgresServer.url(proxy.port())).withTimeouts(timeouts),
                        InstantSource.system());
        opened.start(GroupListener.completing());
        return opened;
    }

    @AfterEach
    void close() {
        journal.close();
        proxy.close();
    }

    /// With short timeouts, a server on a busy machine may refuse an append: nothing was written
    /// then.
    private void appendInTheEnd(StreamId stream) {
        await().atMost(SOON).until(() -> append(journal, first(stream)) instanceof Appended);
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFoundInTheJournal() {
        StreamId stream = newStream();
        appended(journal, first(stream));
        proxy.loseNextAnswer();

        Appended appended = appended(journal, request(stream, new Exactly(1), 2));

        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(journal.resolved()).isEqualTo(1);
        assertThat(journal.reconnects()).isEqualTo(1);
        assertThat(appended.version()).isEqualTo(3);
        assertThat(journal.read(stream, 1, 10)).isEqualTo(appended.events());
        assertThat(appended(journal, request(stream, new Exactly(3), 1)).version()).isEqualTo(4);
        assertThat(journal.state()).isEqualTo(new Writable());
    }

    @Test
    void aRequestThatNeverReachedTheServerIsWrittenOnce() {
        StreamId stream = newStream();
        appended(journal, first(stream));
        proxy.loseNextRequest();

        Appended appended = appended(journal, request(stream, new Exactly(1), 1));

        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(journal.resolved()).isEqualTo(1);
        assertThat(appended.version()).isEqualTo(2);
        assertThat(journal.read(stream, 0, 10)).hasSize(2);
    }

    @Test
    void aKeyAndARefusalWhoseAnswerIsLostAreFoundToo() {
        StreamId stream = newStream();
        // A new connection knows no versions and no types. After an append the next answer is
        // that of the group itself.
        appended(journal, first(newStream()));
        proxy.loseNextAnswer();
        assertThat(append(journal, keyed(stream, new NoStream(), "k1")))
                .isInstanceOf(Appended.class);
        appended(journal, request(stream, new Exactly(1), 1));
        proxy.loseNextAnswer();
        assertThat(
                        append(
                                journal,
                                AppendRequest.ofRefusal(
                                        stream, 2, new CommandKey("k2", "beef"), Appends.REFUSAL)))
                .isEqualTo(new Appended(2, List.of()));

        assertThat(journal.resolved()).isEqualTo(2);
        assertThat(journal.read(stream, 0, 10)).hasSize(2);
        assertThat(journal.findCommand("k1")).isPresent();
    }

    @Test
    void whileTheServerIsAwayAppendsAreRefusedAtOnceAndTheJournalComesBackByItself() {
        openAgainWithShortTimeouts();
        StreamId stream = newStream();
        appendInTheEnd(stream);
        proxy.refuse();
        AppendRequest caught = request(stream, new Exactly(1), 1);
        journal.append(caught);

        await().atMost(SOON)
                .until(() ->
                        journal.state() instanceof NotWritable(String reason, boolean lasting)
                                && !lasting
                                && reason.contains("comes back by itself"));
        assertThat(append(journal, first(newStream()))).isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> journal.read(stream, 0, 1)).isInstanceOf(JournalException.class);

        proxy.heal();
        AppendResult result = await(caught.result());
        await().atMost(SOON).until(() -> journal.state() instanceof Writable);
        List<RecordedEvent> found = journal.read(stream, 0, 10);
        assertThat(found).hasSize(result instanceof Appended ? 2 : 1);
        assertThat(result).isNotInstanceOf(Unknown.class);
        appendInTheEnd(newStream());
    }

    @Test
    void aServerThatSaysNothingIsGivenUp() {
        openAgainWithShortTimeouts();
        StreamId stream = newStream();
        appendInTheEnd(stream);
        proxy.silence();
        AppendRequest caught = request(stream, new Exactly(1), 1);
        journal.append(caught);

        await().atMost(SOON).until(() -> journal.state() instanceof NotWritable);
        proxy.heal();

        AppendResult result = await(caught.result());
        assertThat(result).isNotInstanceOf(Unknown.class);
        assertThat(journal.read(stream, 0, 10)).hasSize(result instanceof Appended ? 2 : 1);
    }

    @Test
    void whatIsOpenWhenTheJournalClosesIsUnknown() {
        openAgainWithShortTimeouts();
        StreamId stream = newStream();
        appendInTheEnd(stream);
        proxy.refuse();
        AppendRequest caught = request(stream, new Exactly(1), 1);
        journal.append(caught);
        await().atMost(SOON).until(() -> journal.state() instanceof NotWritable);

        journal.close();

        assertThat(await(caught.result())).isInstanceOf(Unknown.class);
    }

    @Test
    void aLockThatIsHeldTooLongRefusesTheGroupAndNoMore() throws Exception {
        openAgainWithShortTimeouts();
        try (var connection = new PostgresConnections(direct).openWriter();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(
                    "SELECT pg_advisory_xact_lock(x'436F626E'::integer, 'events'::regclass::oid::integer)");

            assertThat(append(journal, first(newStream())))
                    .isInstanceOfSatisfying(
                            Unavailable.class,
                            refused -> assertThat(refused.reason()).contains("too busy"));
            assertThat(journal.state()).isEqualTo(new Writable());
            connection.rollback();
        }
        appendInTheEnd(newStream());
    }
}
