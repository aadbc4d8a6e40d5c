package dev.cobnut.framework.table;

import static dev.cobnut.framework.table.Loans.CODECS;
import static dev.cobnut.framework.table.Loans.QUICK;
import static dev.cobnut.framework.table.Loans.SOON;
import static dev.cobnut.framework.table.Loans.append;
import static dev.cobnut.framework.table.Loans.copy;
import static dev.cobnut.framework.table.Loans.lent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.DistributedObject;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.handler.CursorsInFront;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.Loans.CopyLent;
import dev.cobnut.framework.table.Loans.Count;
import dev.cobnut.framework.table.Loans.Overdue;
import dev.cobnut.framework.table.owner.TableOwners;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tables whose journal fails, or has lost events.
class TableFaultsTest {

    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final CursorsInFront cursors = new CursorsInFront(journal.cursors());
    private final TableCounts observer = new TableCounts();
    private final HazelcastInstance hazelcast = TestNode.member();

    private Tables start(Table<?> table) {
        Journal inFront =
                new FaultyJournal(journal) {
                    @Override
                    public Cursors cursors() {
                        return cursors;
                    }
                };
        Tables tables =
                new Tables(
                        List.of(table),
                        CODECS,
                        inFront,
                        hazelcast,
                        TableOwners.ofSingleNode(),
                        QUICK,
                        observer,
                        InstantSource.system());
        journal.start(tables.waking(GroupListener.completing()));
        tables.start();
        return tables;
    }

    @AfterEach
    void close() {
        hazelcast.shutdown();
        journal.close();
    }

    @Test
    void afterAJournalThatCouldNotBeReadEveryEventIsAppliedOnce() {
        Table<Count> counts =
                Table.named("counts", 1, Count.class)
                        .fold(
                                CopyLent.class,
                                CopyLent::branch,
                                (count, lent) ->
                                        new Count(
                                                lent.branch(),
                                                count == null ? 1 : count.events() + 1));
        try (Tables _ = start(counts)) {
            append(journal, copy(1), lent(1, "centre", 0));
            assertThat(counts.await(SOON)).isTrue();
            cursors.failReads(true);
            append(journal, copy(1), lent(2, "centre", 0));
            await().atMost(SOON).until(() -> observer.failed.get() > 0);
            assertThat(counts.get("centre")).contains(new Count("centre", 1));
            cursors.failReads(false);
            append(journal, copy(1), lent(3, "centre", 0));
            assertThat(counts.await(SOON)).isTrue();
            assertThat(counts.get("centre")).contains(new Count("centre", 3));
        }
    }

    /// A question that took longer than the rows of an earlier build stay made their map anew. It
    /// was empty, and it stayed until the next rebuild.
    @Test
    void theMapThatASlowQuestionMadeAnewIsDropped() {
        Table<Overdue> overdue = Loans.overdue(1);
        try (Tables _ = start(overdue)) {
            append(journal, copy(1), lent(1, "centre", 0));
            assertThat(overdue.await(SOON)).isTrue();
            String before = TableMaps.of(hazelcast, overdue, 1).getName();
            assertThat(maps()).hasSize(2).contains(before);
            await().atMost(SOON).until(() -> !maps().contains(before));
            assertThat(maps()).hasSize(1);
            assertThat(overdue.get("loan-1")).isPresent();
        }
    }

    /// The maps of rows.
    private Set<String> maps() {
        return hazelcast.getDistributedObjects().stream()
                .map(DistributedObject::getName)
                .filter(name -> name.startsWith("table-"))
                .collect(Collectors.toSet());
    }

    @Test
    void aTableWithEventsThatTheJournalHasLostIsBuiltAnew() {
        Table<Overdue> overdue = Loans.overdue(1);
        try (InMemoryJournal standby = InMemoryJournal.create(InstantSource.system());
                Tables _ = start(overdue)) {
            standby.start(GroupListener.completing());
            append(journal, copy(1), lent(1, "centre", 0), lent(2, "centre", 0));
            assertThat(overdue.await(SOON)).isTrue();
            append(standby, copy(1), lent(1, "centre", 0), lent(3, "centre", 0));
            append(standby, copy(2), lent(4, "centre", 0));
            cursors.exchangeFor(standby.cursors());
            await().atMost(SOON)
                    .ignoreExceptionsInstanceOf(TableBuildingException.class)
                    .until(() -> overdue.get("loan-4").isPresent());
            assertThat(overdue.get("loan-2")).isEmpty();
            assertThat(overdue.get("loan-3")).isPresent();
        }
    }

    /// The rebuild was brought to a position that the journal did not have any more, again and
    /// again.
    @Test
    void aRebuildDoesNotWaitForEventsThatTheJournalHasLost() {
        CountDownLatch rebuildIsAtLast = new CountDownLatch(1);
        CountDownLatch rebuildGoesOn = new CountDownLatch(1);
        CountDownLatch liveIsAhead = new CountDownLatch(1);
        CountDownLatch liveGoesOn = new CountDownLatch(1);
        Table<Count> loans =
                Table.named("loans", 1, Count.class)
                        .put(
                                CopyLent.class,
                                CopyLent::loan,
                                lent -> {
                                    boolean isLive =
                                            !Thread.currentThread().getName().endsWith("-rebuild");
                                    if (!isLive && lent.loan().equals("loan-2")) {
                                        rebuildIsAtLast.countDown();
                                        hold(rebuildGoesOn);
                                    }
                                    if (isLive && lent.loan().equals("loan-3")) {
                                        liveIsAhead.countDown();
                                        hold(liveGoesOn);
                                    }
                                    return new Count(lent.loan(), 1);
                                });
        try (InMemoryJournal standby = InMemoryJournal.create(InstantSource.system());
                Tables tables = start(loans)) {
            standby.start(GroupListener.completing());
            List<NewEvent> kept =
                    List.of(
                            Loans.recording(lent(1, "centre", 0)),
                            Loans.recording(lent(2, "centre", 0)));
            Loans.append(journal, copy(1), kept);
            Loans.append(standby, copy(1), kept);
            assertThat(loans.await(SOON)).isTrue();
            tables.rebuild("loans");
            hold(rebuildIsAtLast);
            append(journal, copy(1), lent(3, "centre", 0));
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
                    .until(() -> loans.get("loan-1").isPresent() && loans.get("loan-3").isEmpty());
        }
    }

    private static void hold(CountDownLatch until) {
        try {
            assertThat(until.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
