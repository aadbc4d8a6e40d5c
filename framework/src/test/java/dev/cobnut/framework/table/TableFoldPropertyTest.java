package dev.cobnut.framework.table;

import static dev.cobnut.framework.table.Loans.CODECS;
import static dev.cobnut.framework.table.Loans.QUICK;
import static dev.cobnut.framework.table.Loans.SOON;
import static dev.cobnut.framework.table.Loans.TODAY;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.DistributedObject;
import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.table.Loans.CopyLent;
import dev.cobnut.framework.table.Loans.CopyReturned;
import dev.cobnut.framework.table.Loans.LoanEvent;
import dev.cobnut.framework.table.Loans.LoanProlonged;
import dev.cobnut.framework.table.Loans.Overdue;
import dev.cobnut.framework.table.owner.TableOwners;
import dev.cobnut.framework.table.owner.TableSettings;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// Random events of several streams that write the same rows, with rebuilds and restarts of the
/// table in between, give the rows that a naive fold of the journal gives. An event that fails
/// leaves out the rest of its stream, in both.
class TableFoldPropertyTest {

    private static final AtomicReference<HazelcastInstance> MEMBER = new AtomicReference<>();

    /// What happens in between.
    enum Disturbance {
        NONE,
        REBUILD,
        RESTART,
        WAIT
    }

    record Step(StreamId stream, List<LoanEvent> events, Disturbance then) {}

    @BeforeContainer
    static void startMember() {
        MEMBER.set(TestNode.member());
    }

    @AfterContainer
    static void stopMember() {
        MEMBER.get().shutdown();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<String> loan = Arbitraries.of("a", "b", "c", "d");
        Arbitrary<LoanEvent> event =
                Arbitraries.oneOf(
                        Combinators.combine(
                                        loan,
                                        Arbitraries.of("centre", "east"),
                                        Arbitraries.integers().between(-9, 9))
                                .as((id, branch, days) ->
                                        new CopyLent(id, branch, TODAY.plusDays(days))),
                        loan.map(CopyReturned::new),
                        Combinators.combine(loan, Arbitraries.integers().between(1, 9))
                                .as(LoanProlonged::new));
        Arbitrary<StreamId> stream =
                Combinators.combine(
                                Arbitraries.of("copy", "card"),
                                Arbitraries.integers().between(1, 9))
                        .as((category, number) -> StreamId.of(category, number.toString()));
        return Combinators.combine(
                        stream,
                        event.list().ofMinSize(1).ofMaxSize(4),
                        Arbitraries.of(Disturbance.class))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property(tries = 60)
    void theRowsAreThoseOfANaiveFold(@ForAll("steps") @Size(min = 1) List<Step> steps) {
        HazelcastInstance hazelcast = MEMBER.get();
        AtomicReference<GroupListener> listener = new AtomicReference<>(GroupListener.completing());
        try (InMemoryJournal journal = InMemoryJournal.create(InstantSource.system())) {
            journal.start((group, outcomes) -> listener.get().written(group, outcomes));
            Table<Overdue> overdue = Loans.overdue(1);
            Tables tables = start(journal, hazelcast, overdue, listener);
            for (Step step : steps) {
                Loans.append(journal, step.stream(), step.events().toArray(LoanEvent[]::new));
                switch (step.then()) {
                    case NONE -> {}
                    case REBUILD -> tables.rebuild("overdue");
                    case WAIT -> assertThat(overdue.await(SOON)).isTrue();
                    case RESTART -> {
                        tables.close();
                        tables = start(journal, hazelcast, overdue, listener);
                    }
                }
            }
            assertThat(overdue.await(SOON)).isTrue();
            assertIsFold(overdue, steps);
            tables.close();
        } finally {
            hazelcast.getDistributedObjects().forEach(DistributedObject::destroy);
        }
    }

    private static Tables start(
            Journal journal,
            HazelcastInstance hazelcast,
            Table<Overdue> overdue,
            AtomicReference<GroupListener> listener) {
        TableSettings patient =
                new TableSettings(QUICK.pollInterval(), 1_000, QUICK.bytesMax(), QUICK.dropAfter());
        Tables started =
                new Tables(
                        List.of(overdue),
                        CODECS,
                        journal,
                        hazelcast,
                        TableOwners.ofSingleNode(),
                        patient,
                        new TableCounts(),
                        InstantSource.system());
        listener.set(started.waking(GroupListener.completing()));
        started.start();
        return started;
    }

    private static void assertIsFold(Table<Overdue> overdue, List<Step> steps) {
        Map<String, Overdue> expected = new TreeMap<>();
        Set<StreamId> parked = new HashSet<>();
        for (Step step : steps) {
            for (LoanEvent event : step.events()) {
                if (!parked.contains(step.stream()) && !apply(expected, event)) {
                    parked.add(step.stream());
                }
            }
        }
        for (String loan : List.of("a", "b", "c", "d")) {
            assertThat(overdue.get(loan).orElse(null)).isEqualTo(expected.get(loan));
        }
        for (String branch : List.of("centre", "east")) {
            assertThat(overdue.query("branch-due").group(branch).below(TODAY).limit(10))
                    .isEqualTo(
                            expected.values().stream()
                                    .filter(row -> row.branch().equals(branch))
                                    .filter(row -> row.due().isBefore(TODAY))
                                    .sorted(
                                            Comparator.comparing(Overdue::due)
                                                    .thenComparing(Overdue::loan))
                                    .toList());
        }
    }

    /// @return false when it fails
    private static boolean apply(Map<String, Overdue> rows, LoanEvent event) {
        switch (event) {
            case CopyLent lent -> rows.put(lent.loan(), Overdue.of(lent));
            case CopyReturned returned -> rows.remove(returned.loan());
            case LoanProlonged by -> {
                Overdue row = rows.get(by.loan());
                if (row == null) {
                    return false;
                }
                rows.put(by.loan(), row.prolonged(by));
            }
        }
        return true;
    }
}
