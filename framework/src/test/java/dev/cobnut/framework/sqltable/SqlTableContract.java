package dev.cobnut.framework.sqltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.CursorsInFront;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.LoggedRecords;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.ParkedByTable;
import dev.cobnut.framework.table.TableBuildingException;
import dev.cobnut.framework.table.TableStatus;
import dev.cobnut.framework.table.owner.TableObserver;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What tables in SQL promise with every database.
///
/// Not covered: the crash of a process (`SqlTableCrashTest`).
abstract class SqlTableContract {

    private static final Duration SOON = Duration.ofMinutes(2);

    private static final TableSettings QUICK =
            new TableSettings(Duration.ofMillis(50), 3, 1, Duration.ofSeconds(2));

    sealed interface LoanEvent {}

    record Lent(String loan, String branch) implements LoanEvent {}

    record Returned(String loan) implements LoanEvent {}

    private static final EventCodec<LoanEvent> CODEC =
            JsonEventCodec.of(LoanEvent.class, JsonMapper.shared());

    private static final Map<String, EventCodec<?>> CODECS = Map.of("copy", CODEC);

    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final CursorsInFront cursors = new CursorsInFront(journal.cursors());
    private final Journal inFront =
            new FaultyJournal(journal) {
                @Override
                public Cursors cursors() {
                    return cursors;
                }
            };
    private final List<SqlTableLoop> loops = new ArrayList<>();
    private final AtomicLong applied = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private FailingDatabase database = new FailingDatabase(this::connect);

    /// A new connection to the same database.
    abstract Connection connect() throws SQLException;

    /// False when a transaction that writes makes every other wait.
    boolean hasWritersBesideEachOther() {
        return true;
    }

    @BeforeEach
    void startJournal() {
        journal.start(GroupListener.completing());
        database = new FailingDatabase(this::connect);
    }

    @AfterEach
    void close() throws SQLException {
        stop();
        journal.close();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String table :
                    List.of(
                            "loans_v1",
                            "loans_v1_b2",
                            "loans_v1_b3",
                            "loans_v2",
                            "cobnut_sql_tables",
                            "cobnut_sql_parked")) {
                statement.execute("DROP TABLE IF EXISTS " + table);
            }
        }
    }

    private void stop() {
        loops.forEach(SqlTableLoop::close);
        loops.clear();
    }

    private SqlTable loans(int version) {
        return SqlTable.named("loans", version)
                .create(
                        "CREATE TABLE {table} (loan VARCHAR(40) PRIMARY KEY, branch VARCHAR(40) NOT NULL)",
                        "CREATE INDEX {table}_branch ON {table} (branch)")
                .on(
                        Lent.class,
                        (lent, rows) ->
                                rows.update(
                                        "INSERT INTO {table} (loan, branch) VALUES (?, ?)",
                                        lent.loan(),
                                        lent.branch()))
                .on(
                        Returned.class,
                        (back, rows) ->
                                rows.update("DELETE FROM {table} WHERE loan = ?", back.loan()))
                .in(database);
    }

    /// Counts lent copies by branch: an event that is applied twice, or not at all, is seen.
    private SqlTable counts() {
        return SqlTable.named("loans", 1)
                .create("CREATE TABLE {table} (branch VARCHAR(40) PRIMARY KEY, n BIGINT NOT NULL)")
                .on(
                        Lent.class,
                        (lent, rows) -> {
                            if (rows.update(
                                            "UPDATE {table} SET n = n + 1 WHERE branch = ?",
                                            lent.branch())
                                    == 0) {
                                rows.update(
                                        "INSERT INTO {table} (branch, n) VALUES (?, 1)",
                                        lent.branch());
                            }
                        })
                .in(database);
    }

    private SqlTableLoop run(SqlTable table) {
        SqlTableLoop loop =
                new SqlTableLoop(
                        table,
                        CODECS,
                        inFront,
                        TableOwners.ofSingleNode(),
                        QUICK,
                        new TableObserver() {
                            @Override
                            public void applied(String name, int count) {
                                applied.addAndGet(count);
                            }

                            @Override
                            public void failed(String name) {
                                failed.incrementAndGet();
                            }

                            @Override
                            public void parked(String name) {}
                        },
                        InstantSource.system());
        loops.add(loop);
        loop.start();
        return loop;
    }

    private void append(int copy, LoanEvent event) {
        append(copy, CODEC.type(event), CODEC.encode(event).asUtf8());
    }

    private void append(int copy, String type, String payload) {
        append(journal, copy, TestNode.event(type, payload));
        loops.forEach(SqlTableLoop::appended);
    }

    private static void append(Journal to, int copy, NewEvent event) {
        AppendRequest request =
                AppendRequest.of(
                        StreamId.of("copy", Integer.toString(copy)),
                        new ExpectedVersion.Any(),
                        List.of(event),
                        null);
        to.append(request);
        assertThat(request.result().orTimeout(60, TimeUnit.SECONDS).join())
                .isInstanceOf(AppendResult.Appended.class);
    }

    private static NewEvent lent(int loan) {
        return TestNode.event("Lent", "{\"loan\":\"loan-" + loan + "\",\"branch\":\"centre\"}");
    }

    private void lend(int from, int to) {
        for (int i = from; i < to; i++) {
            append(i, new Lent("loan-" + i, i % 2 == 0 ? "centre" : "east"));
        }
    }

    private long ask(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private TableStatus status(SqlTableLoop loop) {
        return loop.status(journal.lastPosition());
    }

    private boolean exists(String table) {
        try {
            return ask("SELECT count(*) FROM " + table) >= 0;
        } catch (SQLException _) {
            return false;
        }
    }

    @Test
    void theApplicationReadsTheRowsBySqlAndARestartGoesOn() throws SQLException {
        SqlTable table = loans(1);
        assertThatThrownBy(() -> table.sql("SELECT 1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is no bean of this service");
        lend(0, 20);
        append(3, new Returned("loan-3"));
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        assertThat(table.sql("SELECT {table}.loan FROM {table}"))
                .isEqualTo("SELECT loans_v1.loan FROM loans_v1");
        assertThat(ask(table.sql("SELECT count(*) FROM {table} WHERE branch = 'east'")))
                .isEqualTo(9);
        await().atMost(SOON).until(() -> status(loop).ready() && status(loop).behind() == 0);
        assertThat(status(loop).runsHere()).isTrue();
        assertThat(applied).hasValue(21);

        stop();
        append(20, new Lent("loan-20", "east"));
        SqlTable again = loans(1);
        run(again);
        assertThat(again.await(SOON)).isTrue();
        assertThat(ask(again.sql("SELECT count(*) FROM {table} WHERE branch = 'east'")))
                .isEqualTo(10);
        assertThat(applied).as("the others are not applied again").hasValue(22);
    }

    /// Connections fail, commits fail, and the answers to commits are lost.
    @Test
    void everyEventIsAppliedOnceWhateverBecomesOfTransactions() throws SQLException {
        SqlTable table = counts();
        run(table);
        assertThat(table.await(SOON)).isTrue();
        database.failOneIn(8);
        for (int i = 0; i < 12; i++) {
            lend(10 * i, 10 * i + 10);
            assertThat(table.await(SOON)).isTrue();
        }
        database.failOneIn(0);
        assertThat(ask("SELECT n FROM loans_v1 WHERE branch = 'centre'")).isEqualTo(60);
        assertThat(ask("SELECT n FROM loans_v1 WHERE branch = 'east'")).isEqualTo(60);
        assertThat(failed.get()).isPositive();
        assertThat(ask("SELECT count(*) FROM cobnut_sql_parked")).isZero();
    }

    /// A member whose term is over does not know it yet.
    @Test
    void ofTwoMembersThatRunATableEachEventIsAppliedByOne() throws SQLException {
        SqlTable one = counts();
        SqlTable other = counts();
        run(one);
        assertThat(one.await(SOON)).isTrue();
        run(other);
        for (int i = 0; i < 20; i++) {
            lend(10 * i, 10 * i + 10);
        }
        assertThat(one.await(SOON)).isTrue();
        assertThat(other.await(SOON)).isTrue();
        assertThat(ask("SELECT sum(n) FROM loans_v1")).isEqualTo(200);
    }

    @Test
    void aMemberWhoseTableWasWrittenByAnotherGoesOnFromThereAndSaysSo() throws SQLException {
        SqlTable table = loans(1);
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        NewEvent ofTheOther = lent(0);
        try (LoggedRecords log = LoggedRecords.of(SqlOwner.class.getName());
                Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "UPDATE cobnut_sql_tables SET position = 1, event = '" + ofTheOther.id() + "'");
            append(journal, 0, ofTheOther);
            loop.appended();
            await().atMost(SOON)
                    .until(() ->
                            log.at(Level.INFO).stream()
                                    .map(LoggedRecords::text)
                                    .anyMatch(text ->
                                            text.startsWith(
                                                    "The table loans is not where this member has left it")));
        }
        lend(1, 2);
        assertThat(table.await(SOON)).isTrue();
        assertThat(ask(table.sql("SELECT count(*) FROM {table}"))).isEqualTo(1);
        assertThat(failed).hasValue(0);
    }

    @Test
    void aLaterVersionIsBuiltBesideTheOneThatCanStillBeRead() throws SQLException {
        lend(0, 10);
        SqlTable before = loans(1);
        run(before);
        assertThat(before.await(SOON)).isTrue();
        stop();
        lend(10, 12);

        AtomicBoolean held = new AtomicBoolean(true);
        SqlTable changed =
                loans(2).on(
                                LoanEvent.class,
                                (_, _) -> {
                                    throw new AssertionError("not called");
                                })
                        .readOlderWhileBuilding();
        assertThatThrownBy(() -> run(changed))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessageContaining("has two reactions to");
        SqlTable next =
                SqlTable.named("loans", 2)
                        .create("CREATE TABLE {table} (loan VARCHAR(40) PRIMARY KEY)")
                        .on(
                                Lent.class,
                                (lent, rows) -> {
                                    await().atMost(SOON).until(() -> !held.get());
                                    rows.update(
                                            "INSERT INTO {table} (loan) VALUES (?)", lent.loan());
                                })
                        .keepOlderFor(Duration.ZERO)
                        .in(database);
        SqlTable patient = next.readOlderWhileBuilding();
        SqlTableLoop loop = run(patient);
        await().atMost(SOON).until(() -> status(loop).building() != null);
        assertThat(patient.sql("{table}")).isEqualTo("loans_v1");
        assertThat(ask(patient.sql("SELECT count(*) FROM {table}"))).isEqualTo(10);
        assertThat(patient.await(Duration.ofMillis(20))).isFalse();
        assertThat(status(loop).ready()).isFalse();
        assertThatThrownBy(() -> loop.reads().table(false))
                .isInstanceOf(TableBuildingException.class);
        held.set(false);
        assertThat(patient.await(SOON)).isTrue();
        assertThat(patient.sql("{table}")).isEqualTo("loans_v2");
        assertThat(ask(patient.sql("SELECT count(*) FROM {table}"))).isEqualTo(12);
        await().atMost(SOON).until(() -> !exists("loans_v1"));
        await().atMost(SOON).until(() -> ask("SELECT count(*) FROM cobnut_sql_tables") == 1);
    }

    @Test
    void aRebuildSwitchesWhileEventsArriveAndNoReadFailsOrGoesBack() throws Exception {
        lend(0, 50);
        SqlTable table = loans(1);
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        loop.rebuild();
        long seen = 0;
        int lent = 50;
        while (!table.sql("{table}").equals("loans_v1_b2")) {
            lend(lent, ++lent);
            long rows = ask(table.sql("SELECT count(*) FROM {table}"));
            assertThat(rows).isGreaterThanOrEqualTo(seen);
            seen = rows;
        }
        assertThat(ask(table.sql("SELECT count(*) FROM {table}"))).isGreaterThanOrEqualTo(seen);
        assertThat(table.await(SOON)).isTrue();
        assertThat(ask(table.sql("SELECT count(*) FROM {table}"))).isEqualTo(lent);
        await().atMost(SOON).until(() -> !exists("loans_v1"));
        assertThat(status(loop).building()).isNull();
        assertThat(ask("SELECT count(*) FROM cobnut_sql_tables WHERE wanted = 1")).isZero();
    }

    @Test
    void aStreamWithAnEventThatCannotBeAppliedIsParkedAndARebuildTriesItAgain()
            throws SQLException {
        append(1, new Lent("loan-1", "east"));
        append(2, new Lent("loan-0", "centre")); // stays, though the next one parks the stream
        append(2, new Lent("loan-1", "centre")); // the key is taken
        append(2, new Lent("loan-2", "centre"));
        append(3, "Returned", "nuts");
        append(4, new Lent("loan-4", "east"));
        SqlTable table = loans(1);
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        assertThat(ask(table.sql("SELECT count(*) FROM {table}"))).isEqualTo(3);
        await().atMost(SOON).until(() -> status(loop).parked().size() == 2);
        assertThat(status(loop).parked())
                .extracting(ParkedByTable::stream)
                .containsExactly("copy-2", "copy-3");
        assertThat(status(loop).parked().getLast().failure()).contains("does not parse");
        stop();

        append(2, new Lent("loan-5", "centre"));
        SqlTable again = loans(1);
        SqlTableLoop second = run(again);
        assertThat(again.await(SOON)).isTrue();
        assertThat(ask(again.sql("SELECT count(*) FROM {table}"))).isEqualTo(3);
        second.rebuild();
        await().atMost(SOON).until(() -> again.sql("{table}").equals("loans_v1_b2"));
        assertThat(ask(again.sql("SELECT count(*) FROM {table}"))).isEqualTo(3);
    }

    @Test
    void aTableStopsWhenItWouldParkMoreThanItMayAndARebuildGoesOn() throws SQLException {
        AtomicBoolean broken = new AtomicBoolean(true);
        SqlTable table =
                counts().on(
                                Returned.class,
                                (_, _) -> {
                                    if (broken.get()) {
                                        throw new IllegalStateException("bro\0ken");
                                    }
                                });
        append(0, new Lent("loan-0", "east"));
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        for (int i = 1; i <= 4; i++) {
            append(i, new Returned("loan-" + i));
        }
        await().atMost(SOON).until(() -> status(loop).stopped() != null);
        assertThat(status(loop).stopped())
                .contains("has parked 3 streams, the most that it may")
                .contains("Returned of copy-4");
        await().atMost(SOON).until(() -> status(loop).parked().size() == 3);
        assertThat(status(loop).parked().getFirst().failure()).contains("bro?ken");
        assertThat(ask(table.sql("SELECT n FROM {table}"))).isEqualTo(1);
        broken.set(false);
        loop.rebuild();
        assertThat(table.await(SOON)).isTrue();
        await().atMost(SOON).until(() -> status(loop).stopped() == null);
        assertThat(status(loop).parked()).isEmpty();
    }

    @Test
    void aDatabaseThatDoesNotAnswerParksNothing() throws SQLException {
        SqlTable table = loans(1);
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        long before = failed.get();
        long begun = System.nanoTime();
        database.failOneIn(1);
        lend(0, 4);
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    loop.appended();
                    return failed.get() - before >= 3;
                });
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .as("new events do not make more attempts")
                .isGreaterThan(Duration.ofSeconds(2));
        assertThat(table.sql("{table}")).isEqualTo("loans_v1");
        database.failOneIn(0);
        assertThat(table.await(SOON)).isTrue();
        assertThat(ask(table.sql("SELECT count(*) FROM {table}"))).isEqualTo(4);
        assertThat(ask("SELECT count(*) FROM cobnut_sql_parked")).isZero();
    }

    @Test
    void aRebuildThatIsWantedComesWhicheverOfItsStepsFails() throws SQLException {
        lend(0, 3);
        SqlTable table = loans(1);
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        for (String step :
                List.of(
                        "INSERT INTO cobnut_sql_tables",
                        "failure FROM cobnut_sql_parked",
                        "SET state = 'LIVE'")) {
            String before = table.sql("{table}");
            database.failOnce(step);
            loop.rebuild();
            await().atMost(SOON).until(() -> !table.sql("{table}").equals(before));
        }
        assertThat(ask("SELECT count(*) FROM " + table.sql("{table}"))).isEqualTo(3);
        assertThat(ask("SELECT count(*) FROM cobnut_sql_tables WHERE state = 'BUILDING'")).isZero();
        assertThat(failed.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aTableWithEventsThatTheJournalHasLostIsBuiltAnew() throws SQLException {
        try (InMemoryJournal standby = InMemoryJournal.create(InstantSource.system())) {
            standby.start(GroupListener.completing());
            lend(0, 2);
            SqlTable table = loans(1);
            run(table);
            assertThat(table.await(SOON)).isTrue();
            append(standby, 7, lent(7));
            append(standby, 8, lent(8));
            append(standby, 9, lent(9));
            cursors.exchangeFor(standby.cursors());
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(TableBuildingException.class)
                    .until(() -> table.sql("{table}").equals("loans_v1_b2"));
            assertThat(ask("SELECT count(*) FROM loans_v1_b2")).isEqualTo(3);
            assertThat(ask("SELECT count(*) FROM loans_v1_b2 WHERE loan = 'loan-7'")).isEqualTo(1);
        }
    }

    /// The rebuild was brought to a position that the journal did not have any more, again and
    /// again.
    @Test
    void aRebuildDoesNotWaitForEventsThatTheJournalHasLost() throws Exception {
        assumeTrue(hasWritersBesideEachOther());
        CountDownLatch rebuildIsAtLast = new CountDownLatch(1);
        CountDownLatch rebuildGoesOn = new CountDownLatch(1);
        CountDownLatch liveIsAhead = new CountDownLatch(1);
        CountDownLatch liveGoesOn = new CountDownLatch(1);
        SqlTable table =
                SqlTable.named("loans", 1)
                        .create("CREATE TABLE {table} (loan VARCHAR(40) PRIMARY KEY)")
                        .on(
                                Lent.class,
                                (lent, rows) -> {
                                    boolean isLive = rows.table().equals("loans_v1");
                                    if (!isLive && lent.loan().equals("loan-1")) {
                                        rebuildIsAtLast.countDown();
                                        hold(rebuildGoesOn);
                                    }
                                    if (isLive && lent.loan().equals("loan-2")) {
                                        liveIsAhead.countDown();
                                        hold(liveGoesOn);
                                    }
                                    rows.update(
                                            "INSERT INTO {table} (loan) VALUES (?)", lent.loan());
                                })
                        .in(database);
        try (InMemoryJournal standby = InMemoryJournal.create(InstantSource.system())) {
            standby.start(GroupListener.completing());
            for (int loan = 0; loan < 2; loan++) {
                NewEvent event = lent(loan);
                append(journal, loan, event);
                append(standby, loan, event);
            }
            SqlTableLoop loop = run(table);
            assertThat(table.await(SOON)).isTrue();
            loop.rebuild();
            hold(rebuildIsAtLast);
            append(journal, 2, lent(2));
            hold(liveIsAhead);
            cursors.exchangeFor(standby.cursors());
            rebuildGoesOn.countDown();
            await().atMost(SOON)
                    .until(() ->
                            Thread.getAllStackTraces().keySet().stream()
                                    .noneMatch(thread ->
                                            thread.getName().equals("cobnut-table-loans-rebuild")));
            liveGoesOn.countDown();
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(TableBuildingException.class)
                    .until(() -> table.sql("{table}").equals("loans_v1_b2"));
            assertThat(ask("SELECT count(*) FROM loans_v1_b2")).isEqualTo(2);
        }
    }

    private static void hold(CountDownLatch until) throws InterruptedException {
        assertThat(until.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aPoolWhoseConnectionsCommitNothingByThemselvesServesAsWell() throws SQLException {
        database.commitNothingByItself();
        lend(0, 10);
        SqlTable table = loans(1);
        SqlTableLoop loop = run(table);
        assertThat(table.await(SOON)).isTrue();
        loop.rebuild();
        await().atMost(SOON).until(() -> table.sql("{table}").equals("loans_v1_b2"));
        assertThat(ask("SELECT count(*) FROM loans_v1_b2")).isEqualTo(10);
        await().atMost(SOON).until(() -> !exists("loans_v1"));
        assertThat(failed).hasValue(0);
    }

    @Test
    void mistakesInADeclarationAreOneSentence() {
        assertThatThrownBy(() -> SqlTable.named("Loans", 1))
                .isInstanceOf(UnusableDomainException.class)
                .hasMessageContaining("a table in SQL is named 'Loans'");
        assertThatThrownBy(() -> SqlTable.named("loans", 0))
                .hasMessage("the table loans has the version 0; versions begin with 1");
        assertThatThrownBy(() -> SqlTable.named("loans", 1).create("CREATE TABLE loans (a INT)"))
                .hasMessageContaining("which does not name it as {table}");
        assertThatThrownBy(() ->
                        run(SqlTable.named("loans", 1).on(Lent.class, (_, _) -> {}).in(database)))
                .hasMessage(
                        "the table loans has no statement that creates it; call create(…) before it"
                                + " becomes a bean");
        assertThatThrownBy(() ->
                        run(
                                SqlTable.named("loans", 1)
                                        .create("CREATE TABLE {table} (a INT)")
                                        .on(Lent.class, (_, _) -> {})))
                .hasMessage("the table loans has no database; call in(…) before it becomes a bean");
    }
}
