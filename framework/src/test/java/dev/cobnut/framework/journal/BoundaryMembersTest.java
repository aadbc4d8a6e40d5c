package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.Appends.appended;
import static dev.cobnut.framework.journal.Appends.newStream;
import static dev.cobnut.framework.journal.Appends.request;
import static dev.cobnut.framework.journal.Appends.tagged;
import static dev.cobnut.framework.journal.BoundaryContract.conditional;
import static dev.cobnut.framework.journal.BoundaryContract.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.AppendResult.ConditionFailed;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Conditions and tags while two members write one journal in PostgreSQL.
@NeedsPostgresDatabase
class BoundaryMembersTest {

    private PostgresSettings settings;
    private PostgresJournal one;
    private PostgresJournal other;

    @BeforeEach
    void open() {
        settings = PostgresDatabase.shared().newJournal();
        one = open(1);
        other = open(3);
        one.start(GroupListener.completing());
        other.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private PostgresJournal open(int writers) {
        return PostgresJournal.open(
                settings.withLimits(new PostgresSettings.Limits(8_192, 16, writers, 2)),
                InstantSource.system());
    }

    @Test
    void ofTwoMembersOnOneConditionExactlyOneWins() {
        for (int round = 0; round < 20; round++) {
            assertThat(BoundaryContract.winners(List.of(one, other), round)).isEqualTo(1);
        }
    }

    @Test
    void aMemberFindsTheEventsOfTheOtherAndIsOvertakenByThem() {
        EventQuery query = query("seat:1");
        JournalMark read = one.tagged().head();
        StreamId stream = newStream();
        RecordedEvent reserved =
                appended(
                                other,
                                AppendRequest.of(
                                        stream,
                                        new NoStream(),
                                        List.of(tagged("Reserved", "seat:1")),
                                        null))
                        .events()
                        .getFirst();

        assertThat(one.tagged().read(query, 0, Long.MAX_VALUE, 10)).containsExactly(reserved);
        assertThat(Appends.append(one, conditional(query, read, newStream(), tagged("Late"))))
                .isEqualTo(new ConditionFailed());
        assertThat(
                        appended(
                                        one,
                                        conditional(
                                                query,
                                                JournalMark.at(reserved),
                                                stream,
                                                tagged("Released", "seat:1")))
                                .version())
                .isEqualTo(2);
    }

    /// A budget of 60 that four workers of two members spend, each on what it has read.
    @Test
    void nothingIsSpentTwiceWhileTwoMembersDecideOnWhatTheyHaveRead() {
        EventQuery query = query("budget:1");
        AtomicInteger spent = new AtomicInteger();
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            PostgresJournal member = i % 2 == 0 ? one : other;
            workers.add(
                    CompletableFuture.runAsync(
                            () -> {
                                while (true) {
                                    JournalMark head = member.tagged().head();
                                    int seen =
                                            member.tagged()
                                                    .read(query, 0, head.position(), 1_000)
                                                    .size();
                                    if (seen >= 60) {
                                        return;
                                    }
                                    AppendRequest request =
                                            conditional(
                                                    query,
                                                    head,
                                                    newStream(),
                                                    tagged("Spent", "budget:1"));
                                    if (Appends.append(member, request) instanceof Appended) {
                                        spent.incrementAndGet();
                                    }
                                }
                            },
                            Thread::startVirtualThread));
        }
        workers.forEach(Appends::await);
        assertThat(spent).hasValue(60);
        assertThat(one.tagged().read(query, 0, Long.MAX_VALUE, 1_000)).hasSize(60);
    }

    /// The server counts what touches a table.
    @Test
    void groupsWithoutTagsAndConditionsDoNotTouchTheTableOfTags() throws SQLException {
        for (int i = 0; i < 50; i++) {
            StreamId stream = newStream();
            appended(one, request(stream, new NoStream(), 2));
            appended(one, Appends.keyed(stream, ExpectedVersion.of(2), "key-" + i));
            Appends.append(one, request(stream, new NoStream(), 1)); // a conflict
        }
        appended(
                one,
                AppendRequest.of(
                        newStream(), new NoStream(), List.of(tagged("Last", "a:1", "a:2")), null));
        // Figures of a session become visible together, at the latest after some seconds.
        await().atMost(Duration.ofMinutes(2)).until(() -> touched().startsWith("2 rows"));
        // One scan at most: the index was built when the table was made.
        assertThat(touched()).isIn("2 rows, 0 scans", "2 rows, 1 scans");
    }

    private String touched() throws SQLException {
        try (Connection connection = new PostgresConnections(settings).openWriter();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "SELECT n_tup_ins, seq_scan + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relid = 'event_tags'::regclass")) {
            return row.next()
                    ? row.getLong(1) + " rows, " + row.getLong(2) + " scans"
                    : "no figures";
        }
    }
}
