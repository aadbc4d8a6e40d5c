package dev.cobnut.framework.table;

import static dev.cobnut.framework.table.Loans.CODECS;
import static dev.cobnut.framework.table.Loans.QUICK;
import static dev.cobnut.framework.table.Loans.SOON;
import static dev.cobnut.framework.table.Loans.TODAY;
import static dev.cobnut.framework.table.Loans.append;
import static dev.cobnut.framework.table.Loans.card;
import static dev.cobnut.framework.table.Loans.copy;
import static dev.cobnut.framework.table.Loans.lent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.DistributedObject;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.LocalMapStats;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.Loans.CopyLent;
import dev.cobnut.framework.table.Loans.CopyReturned;
import dev.cobnut.framework.table.Loans.Count;
import dev.cobnut.framework.table.Loans.LoanEvent;
import dev.cobnut.framework.table.Loans.LoanProlonged;
import dev.cobnut.framework.table.Loans.Overdue;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What tables promise over every journal, on a single node.
///
/// Not covered: any order of many events (`TableFoldPropertyTest`), several members
/// (`TablesInClusterTest`).
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TablesContract {

    private final AtomicReference<GroupListener> listener =
            new AtomicReference<>(GroupListener.completing());
    private final List<Tables> opened = new ArrayList<>();
    private TableCounts observer = new TableCounts();
    private HazelcastInstance hazelcast;
    private Journal journal;

    /// A journal, not started.
    abstract Journal open(Path folder);

    @BeforeAll
    void startMember() {
        hazelcast = TestNode.member();
    }

    @AfterAll
    void stopMember() {
        hazelcast.shutdown();
    }

    @BeforeEach
    void openJournal(@TempDir Path folder) {
        observer = new TableCounts();
        journal = open(folder);
        journal.start((group, outcomes) ->
                Objects.requireNonNull(listener.get()).written(group, outcomes));
    }

    @AfterEach
    void close() {
        opened.forEach(Tables::close);
        opened.clear();
        journal.close();
        hazelcast.getDistributedObjects().forEach(DistributedObject::destroy);
    }

    private Tables start(Table<?>... tables) {
        return start(QUICK, tables);
    }

    private Tables start(TableSettings settings, Table<?>... tables) {
        Tables started =
                new Tables(
                        List.of(tables),
                        CODECS,
                        journal,
                        hazelcast,
                        TableOwners.ofSingleNode(),
                        settings,
                        observer,
                        InstantSource.system());
        opened.add(started);
        listener.set(started.waking(GroupListener.completing()));
        started.start();
        return started;
    }

    private static TableStatus status(Tables tables) {
        return tables.statuses().getFirst();
    }

    private static List<String> loans(List<Overdue> rows) {
        return rows.stream().map(Overdue::loan).toList();
    }

    @Test
    void whatIsOverdueInABranchIsFoundByTheIndexAndInItsOrder() {
        Table<Overdue> overdue = Loans.overdue(1);
        for (int i = 0; i < 20; i++) {
            append(journal, copy(i), lent(i, i % 2 == 0 ? "centre" : "east", i - 5));
        }
        append(journal, copy(8), new CopyReturned("loan-8"));
        start(overdue);
        assertThat(overdue.await(SOON)).isTrue();
        append(journal, copy(30), lent(30, "centre", 100));
        assertThat(overdue.await(SOON)).isTrue();
        assertThat(loans(overdue.query("branch-due").group("centre").below(TODAY).limit(100)))
                .containsExactly(
                        "loan-30", "loan-18", "loan-16", "loan-14", "loan-12", "loan-10", "loan-6");
        assertThat(loans(overdue.query("branch-due").group("centre").below(TODAY).limit(2)))
                .containsExactly("loan-30", "loan-18");
        assertThat(loans(overdue.query("branch-due").group("centre").from(TODAY).limit(100)))
                .containsExactly("loan-4", "loan-2", "loan-0");
        assertThat(overdue.query("branch-due").group("east").count()).isEqualTo(10);
        assertThat(overdue.query("branch-due").group("eas").limit(100)).isEmpty();
        assertThat(overdue.await(List.of(), Duration.ZERO)).isTrue();
        assertThat(overdue.await(List.of(22L, 1L), Duration.ZERO)).isTrue();
        assertThat(overdue.await(List.of(23L, 1L), Duration.ZERO)).isFalse();
        assertThat(overdue.get("loan-30")).contains(Overdue.of(lent(30, "centre", 100)));
        assertThat(overdue.get("loan-8")).isEmpty();
    }

    @Test
    void noQueryScansTheRows() {
        Table<Overdue> overdue = Loans.overdue(1);
        for (int i = 0; i < 10; i++) {
            append(journal, copy(i), lent(i, "centre", i));
        }
        start(overdue);
        assertThat(overdue.await(SOON)).isTrue();
        assertThat(overdue.query("branch-due").group("centre").below(TODAY).limit(5)).hasSize(5);
        assertThat(overdue.query("branch-due").group("centre").from(TODAY).count()).isEqualTo(1);
        LocalMapStats stats = rows().getFirst().getLocalMapStats();
        assertThat(stats.getQueryCount()).isPositive();
        assertThat(stats.getIndexedQueryCount()).isEqualTo(stats.getQueryCount());
    }

    private List<IMap<?, ?>> rows() {
        List<IMap<?, ?>> maps = new ArrayList<>();
        for (DistributedObject object : hazelcast.getDistributedObjects()) {
            if (object instanceof IMap<?, ?> map && map.getName().startsWith("table-")) {
                maps.add(map);
            }
        }
        return maps;
    }

    @Test
    void eventsOfSeveralStreamsReachOneRowInTheOrderOfTheJournal() {
        Table<Overdue> overdue = Loans.overdue(1);
        start(overdue);
        append(journal, copy(1), lent(1, "centre", 0));
        for (int i = 0; i < 10; i++) {
            append(journal, card(i % 3), new LoanProlonged("loan-1", 1));
        }
        assertThat(overdue.await(SOON)).isTrue();
        assertThat(overdue.get("loan-1").map(Overdue::due)).contains(TODAY.plusDays(10));
        append(journal, copy(1), new CopyReturned("loan-1"), lent(1, "east", 7));
        append(journal, card(1), new LoanProlonged("loan-1", 1));
        assertThat(overdue.await(SOON)).isTrue();
        assertThat(overdue.get("loan-1"))
                .contains(new Overdue("loan-1", "east", TODAY.minusDays(6)));
        assertThat(overdue.query("branch-due").group("centre").count()).isZero();
    }

    @Test
    void whoeverWaitsForAPositionThatDoesNotComeGetsFalse() {
        Table<Overdue> overdue = Loans.overdue(1);
        start(overdue);
        append(journal, copy(1), lent(1, "centre", 0));
        assertThat(overdue.await(journal.lastPosition(), SOON)).isTrue();
        assertThat(overdue.await(journal.lastPosition() + 1, Duration.ofMillis(30))).isFalse();
    }

    @Test
    void aReadDuringTheFirstBuildIsRefusedAndSaysHowFarItIs() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        Table<Count> counts =
                Table.named("counts", 1, Count.class)
                        .put(
                                CopyLent.class,
                                CopyLent::branch,
                                lent -> {
                                    reached.countDown();
                                    try {
                                        goesOn.await();
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                    return new Count(lent.branch(), 1);
                                });
        append(journal, copy(1), lent(1, "centre", 0));
        Tables tables = start(counts);
        reached.await();
        assertThatThrownBy(() -> counts.get("centre"))
                .isInstanceOfSatisfying(
                        TableBuildingException.class,
                        e -> assertThat(e.retryAfterSeconds()).isEqualTo(1))
                .hasMessageContaining("the table counts is being built from the journal, 0 % done");
        assertThat(status(tables).ready()).isFalse();
        assertThat(status(tables).behind()).isEqualTo(1);
        goesOn.countDown();
        assertThat(counts.await(SOON)).isTrue();
        assertThat(counts.get("centre")).isPresent();
        assertThat(status(tables).ready()).isTrue();
        assertThat(status(tables).behind()).isZero();
    }

    @Test
    void anEventThatCannotBeAppliedParksItsStreamAndARebuildTriesItAgain() {
        AtomicBoolean healed = new AtomicBoolean();
        Table<Overdue> overdue =
                Table.named("overdue", 1, Overdue.class)
                        .put(CopyLent.class, CopyLent::loan, Overdue::of)
                        .fold(
                                LoanProlonged.class,
                                LoanProlonged::loan,
                                (loan, by) -> {
                                    if (!healed.get() && by.days() == 13) {
                                        throw new IllegalStateException("planted fault");
                                    }
                                    return loan == null ? null : loan.prolonged(by);
                                });
        Tables tables = start(overdue);
        append(journal, copy(1), lent(1, "centre", 0));
        append(
                journal,
                card(1),
                new LoanProlonged("loan-1", 1),
                new LoanProlonged("loan-1", 13),
                new LoanProlonged("loan-1", 100));
        append(journal, card(2), new LoanProlonged("loan-1", 2));
        assertThat(overdue.await(SOON)).isTrue();
        assertThat(overdue.get("loan-1").map(Overdue::due)).contains(TODAY.plusDays(3));
        assertThat(status(tables).parked())
                .containsExactly(
                        new ParkedByTable(
                                "card-1",
                                2,
                                "LoanProlonged",
                                "java.lang.IllegalStateException: planted fault"));
        assertThat(observer.parked).hasValue(1);
        healed.set(true);
        tables.rebuild("overdue");
        await().atMost(SOON).until(() -> status(tables).parked().isEmpty());
        assertThat(overdue.get("loan-1").map(Overdue::due)).contains(TODAY.plusDays(116));
    }

    @Test
    void anEventThatNobodyCanReadParksItsStream() {
        Table<Overdue> overdue = Loans.overdue(1);
        Tables tables = start(overdue);
        append(journal, copy(1), lent(1, "centre", 0));
        Loans.appendRaw(journal, copy(1), "CopyBurnt", "{}");
        append(journal, copy(1), new CopyReturned("loan-1"));
        append(journal, copy(2), lent(2, "centre", 0));
        assertThat(overdue.await(SOON)).isTrue();
        assertThat(loans(overdue.query("branch-due").group("centre").limit(10)))
                .containsExactly("loan-1", "loan-2");
        assertThat(status(tables).parked())
                .extracting(ParkedByTable::type)
                .containsExactly("CopyBurnt");
    }

    @Test
    void anEventThatWritesTwoRowsWritesNoneWhenOneOfThemFails() {
        Table<Count> counts =
                Table.named("counts", 1, Count.class)
                        .put(CopyLent.class, CopyLent::branch, lent -> new Count(lent.branch(), 1))
                        .put(
                                CopyLent.class,
                                CopyLent::loan,
                                lent -> {
                                    throw new IllegalStateException("planted fault");
                                });
        start(counts);
        append(journal, copy(1), lent(1, "centre", 0));
        assertThat(counts.await(SOON)).isTrue();
        assertThat(counts.get("centre")).isEmpty();
    }

    @Test
    void aTableWithTooManyParkedStreamsStopsAndSaysWhy() {
        Table<Overdue> overdue = Loans.overdue(1);
        Tables tables = start(overdue);
        append(journal, copy(1), lent(1, "centre", 0));
        assertThat(overdue.await(SOON)).isTrue();
        for (int i = 1; i <= 4; i++) {
            append(journal, card(i), new LoanProlonged("loan-99", 1));
        }
        await().atMost(SOON).until(() -> status(tables).stopped() != null);
        assertThat(status(tables).stopped())
                .contains("has parked 3 streams, the most that it may")
                .contains("LoanProlonged of card-4");
        assertThat(status(tables).behind()).isPositive();
        assertThat(overdue.get("loan-1")).isPresent();
        append(journal, copy(2), lent(2, "centre", 0));
        assertThat(overdue.await(Duration.ofMillis(200))).isFalse();
    }

    @Test
    void aTableThatIsTooLargeStopsAndSaysWhy() {
        Table<Overdue> overdue = Loans.overdue(1);
        TableSettings small =
                new TableSettings(Duration.ofMillis(50), 3, 10_000, Duration.ofMillis(100));
        Tables tables = start(small, overdue);
        assertThat(overdue.await(SOON)).isTrue();
        for (int i = 0; i < 200; i++) {
            append(journal, copy(i), lent(i, "centre", i));
        }
        await().atMost(SOON)
                .until(() -> {
                    append(journal, copy(1), lent(1, "centre", 0));
                    return status(tables).stopped() != null;
                });
        assertThat(status(tables).stopped()).contains("bytes of the heap, and may take 10000");
    }

    @Test
    void duringARebuildNoReadFailsOrGoesBackWhileEventsArrive() throws Exception {
        Table<Count> counts = counting();
        for (int i = 0; i < 2_000; i++) {
            append(journal, copy(i % 7), lent(i, "centre", 0));
        }
        Tables tables = start(counts);
        assertThat(counts.await(SOON)).isTrue();
        AtomicBoolean ends = new AtomicBoolean();
        AtomicLong reads = new AtomicLong();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            long last = 0;
                            try {
                                while (!ends.get()) {
                                    long now = counts.get("centre").orElseThrow().events();
                                    assertThat(now).isGreaterThanOrEqualTo(last);
                                    assertThat(
                                                    counts.query("by-key")
                                                            .group("centre")
                                                            .limit(1)
                                                            .getFirst()
                                                            .events())
                                            .isGreaterThanOrEqualTo(now);
                                    last = now;
                                    reads.incrementAndGet();
                                }
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        });
        String before = rows().getFirst().getName();
        int written = 2_000;
        for (int round = 0; round < 3; round++) {
            tables.rebuild("counts");
            for (int i = 0; i < 200; i++, written++) {
                append(journal, copy(i % 7), lent(written, "centre", 0));
            }
        }
        await().atMost(SOON)
                .until(() ->
                        rows().size() == 1
                                && !rows().getFirst().getName().equals(before)
                                && status(tables).building() == null);
        assertThat(counts.await(SOON)).isTrue();
        ends.set(true);
        reader.join();
        assertThat(failure).hasNullValue();
        assertThat(reads.get()).isPositive();
        assertThat(counts.get("centre")).contains(new Count("centre", written));
    }

    private static Table<Count> counting() {
        return Table.named("counts", 1, Count.class)
                .fold(
                        CopyLent.class,
                        CopyLent::branch,
                        (count, lent) ->
                                new Count(lent.branch(), count == null ? 1 : count.events() + 1))
                .index("by-key", Count::key);
    }

    @Test
    void afterARestartTheRowsAreThereAgain() {
        Table<Overdue> overdue = Loans.overdue(1);
        start(overdue);
        append(journal, copy(1), lent(1, "centre", 3));
        append(journal, copy(2), lent(2, "centre", 4), new CopyReturned("loan-2"));
        assertThat(overdue.await(SOON)).isTrue();
        opened.forEach(Tables::close);
        opened.clear();
        hazelcast.shutdown();
        hazelcast = TestNode.member();
        Table<Overdue> again = Loans.overdue(1);
        start(again);
        assertThat(again.await(SOON)).isTrue();
        assertThat(loans(again.query("branch-due").group("centre").below(TODAY).limit(10)))
                .containsExactly("loan-1");
        assertThat(again.get("loan-2")).isEmpty();
    }

    @Test
    void aKeyMayComeFromTheStreamOfTheEvent() {
        Table<Count> counts =
                Table.named("counts", 1, Count.class)
                        .fold(
                                LoanEvent.class,
                                (_, recorded) -> recorded.stream().value(),
                                (count, _, recorded) ->
                                        new Count(recorded.stream().id(), recorded.version()));
        start(counts);
        append(journal, copy(5), lent(1, "centre", 0), new CopyReturned("loan-1"));
        assertThat(counts.await(SOON)).isTrue();
        assertThat(counts.get("copy-5")).contains(new Count("5", 2));
    }
}
