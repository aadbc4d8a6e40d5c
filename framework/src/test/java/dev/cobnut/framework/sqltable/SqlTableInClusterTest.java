package dev.cobnut.framework.sqltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.CursorsInFront;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Two members over one journal and one database, with the same table in SQL.
class SqlTableInClusterTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String DATABASE = "jdbc:h2:mem:sqltablecluster";

    record Counted(int value) {}

    private static final EventCodec<Counted> CODEC =
            JsonEventCodec.of(Counted.class, JsonMapper.shared());

    /// Ahead of the system's clock; the members' terms are measured by it.
    private final AtomicLong aheadSeconds = new AtomicLong();

    private final InMemoryJournal journal =
            InMemoryJournal.create(() -> Instant.now().plusSeconds(aheadSeconds.get()));
    private final Connection open = connect(); // keeps the database
    private final Member one = new Member();
    private final Member other = new Member();

    private static Connection connect() {
        try {
            return DriverManager.getConnection(DATABASE);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Member {

        private final InMemoryJournal own = journal.sibling();
        private final CursorsInFront cursors = new CursorsInFront(own.cursors());
        private final SqlTable table =
                SqlTable.named("counts", 1)
                        .create("CREATE TABLE {table} (n BIGINT)")
                        .on(
                                Counted.class,
                                (counted, rows) ->
                                        rows.update(
                                                "INSERT INTO {table} (n) VALUES (?)",
                                                counted.value()))
                        .in(new FailingDatabase(SqlTableInClusterTest::connect));
        private final SqlTableLoop loop;

        Member() {
            Journal cuttable =
                    new FaultyJournal(own) {
                        @Override
                        public Cursors cursors() {
                            return cursors;
                        }
                    };
            loop =
                    new SqlTableLoop(
                            table,
                            Map.of("counter", CODEC),
                            cuttable,
                            TableOwners.ofMember(cuttable, () -> true),
                            new TableSettings(Duration.ofMillis(50), 3, 1, Duration.ofSeconds(2)),
                            new TableObserver() {
                                @Override
                                public void applied(String name, int count) {}

                                @Override
                                public void failed(String name) {}

                                @Override
                                public void parked(String name) {}
                            },
                            Instant::now);
            own.start(GroupListener.completing());
        }

        boolean runs() {
            return loop.status(0).runsHere();
        }

        long rows() throws SQLException {
            try (Statement statement = open.createStatement();
                    ResultSet row =
                            statement.executeQuery(table.sql("SELECT count(*) FROM {table}"))) {
                return row.next() ? row.getLong(1) : 0;
            }
        }

        void append(int events) {
            for (int i = 0; i < events; i++) {
                Counted event = new Counted(i);
                AppendRequest request =
                        AppendRequest.of(
                                StreamId.of("counter", "1"),
                                new ExpectedVersion.Any(),
                                List.of(
                                        new NewEvent(
                                                TestNode.IDS.next(),
                                                CODEC.type(event),
                                                1,
                                                CODEC.encode(event),
                                                EventMetadata.at(Instant.EPOCH))),
                                null);
                own.append(request);
                var _ = request.result().join();
            }
        }

        /// Nobody hears from it any more.
        void isCutOff(boolean cut) {
            cursors.failChanges(cut);
            cursors.failReads(cut);
        }
    }

    @AfterEach
    void close() throws SQLException {
        one.loop.close();
        other.loop.close();
        one.own.close();
        other.own.close();
        journal.close();
        open.close();
    }

    @Test
    void oneMemberRunsTheTableAllReadItAndAnotherFollowsWhenItIsLost() throws SQLException {
        one.loop.start();
        await().atMost(SOON).until(one::runs);
        other.loop.start();
        other.append(5);
        assertThat(other.table.await(SOON)).isTrue();
        assertThat(other.rows()).isEqualTo(5);
        assertThat(other.runs()).isFalse();

        other.loop.rebuild();
        await().atMost(SOON).until(() -> other.table.sql("{table}").equals("counts_v1_b2"));
        assertThat(other.rows()).isEqualTo(5);
        assertThat(one.runs()).isTrue();

        one.isCutOff(true);
        aheadSeconds.set(20);
        await().atMost(SOON).until(other::runs);
        other.append(5);
        assertThat(other.table.await(SOON)).isTrue();
        one.isCutOff(false);
        await().atMost(SOON).until(() -> !one.runs());
        other.append(5);
        assertThat(one.table.await(SOON)).isTrue();
        assertThat(one.rows()).isEqualTo(15);

        other.loop.close();
        one.append(1);
        await().atMost(SOON).until(one::runs);
        assertThat(one.table.await(SOON)).isTrue();
        assertThat(one.rows()).isEqualTo(16);
    }
}
