package dev.cobnut.framework.table;

import static dev.cobnut.framework.table.Loans.CODECS;
import static dev.cobnut.framework.table.Loans.QUICK;
import static dev.cobnut.framework.table.Loans.SOON;
import static dev.cobnut.framework.table.Loans.append;
import static dev.cobnut.framework.table.Loans.copy;
import static dev.cobnut.framework.table.Loans.lent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.handler.CursorsInFront;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestMember;
import dev.cobnut.framework.table.Loans.CopyLent;
import dev.cobnut.framework.table.Loans.CopyReturned;
import dev.cobnut.framework.table.Loans.Count;
import dev.cobnut.framework.table.owner.TableOwners;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Three members over one journal. Each has the table; one of them runs it.
class TablesInClusterTest {

    /// Ahead of the system's clock; the members' terms are measured by it.
    private final AtomicLong aheadNanos = new AtomicLong();

    private final InstantSource clock = () -> Instant.now().plusNanos(aheadNanos.get());
    private final InMemoryJournal journal = InMemoryJournal.create(clock);
    private final List<Integer> ports = TestMember.freePorts(3);
    private final ClusterSettings settings = TestMember.settings(ports);
    private final List<Member> members = new ArrayList<>();

    private final class Member {

        private final InMemoryJournal own = journal.sibling();
        private final CursorsInFront cursors = new CursorsInFront(own.cursors());
        private final Table<Count> table;
        private final HazelcastInstance hazelcast;
        private final Tables tables;

        Member(int number, Table<Count> table) {
            this.table = table;
            this.hazelcast = TestMember.hazelcast(settings, ports.get(number), "log");
            Majority majority = new Majority(hazelcast, settings);
            Journal cuttable =
                    new FaultyJournal(own) {
                        @Override
                        public Cursors cursors() {
                            return cursors;
                        }
                    };
            this.tables =
                    new Tables(
                            List.of(table),
                            CODECS,
                            cuttable,
                            hazelcast,
                            TableOwners.ofMember(cuttable, majority::isPresent),
                            QUICK,
                            new TableCounts(),
                            InstantSource.system());
            own.start(tables.waking(GroupListener.completing()));
            members.add(this);
        }

        boolean runs() {
            return tables.statuses().getFirst().runsHere();
        }

        long events(String branch) {
            return table.get(branch).map(Count::events).orElse(0L);
        }

        /// Nothing is handed over, and nobody hears from it any more.
        void crash() {
            cursors.failChanges(true);
            cursors.failReads(true);
            hazelcast.getLifecycleService().terminate();
        }
    }

    @AfterEach
    void close() {
        members.forEach(member -> {
            member.tables.close();
            member.hazelcast.getLifecycleService().terminate();
            member.own.close();
        });
        journal.close();
    }

    /// Lent copies per branch; a row is deleted and comes again with every return.
    private static Table<Count> counting(int version) {
        return Table.named("counts", version, Count.class)
                .fold(
                        CopyLent.class,
                        CopyLent::branch,
                        (count, lent) ->
                                new Count(lent.branch(), count == null ? 1 : count.events() + 1))
                .delete(CopyReturned.class, CopyReturned::loan)
                .index("by-key", Count::key);
    }

    private List<Member> start(int version) {
        for (int i = 0; i < 3; i++) {
            new Member(i, counting(version));
        }
        members.forEach(member -> member.tables.start());
        return List.copyOf(members);
    }

    private static Member owner(List<Member> among) {
        await().atMost(SOON).until(() -> among.stream().filter(Member::runs).count() == 1);
        return among.stream().filter(Member::runs).findFirst().orElseThrow();
    }

    @Test
    void allMembersReadTheRowsThatOneOfThemWritesAndARebuildMayBeAskedForAnywhere() {
        List<Member> all = start(1);
        append(all.getFirst().own, copy(1), lent(1, "centre", 0));
        append(all.getLast().own, copy(2), lent(2, "centre", 0), lent(3, "east", 0));
        for (Member member : all) {
            assertThat(member.table.await(SOON)).isTrue();
            assertThat(member.events("centre")).isEqualTo(2);
            assertThat(member.table.query("by-key").group("east").count()).isEqualTo(1);
        }
        Member owner = owner(all);
        Member other = all.stream().filter(member -> member != owner).findFirst().orElseThrow();
        String before = TableMaps.of(other.hazelcast, other.table, buildOf(other)).getName();
        other.tables.rebuild("counts");
        await().atMost(SOON)
                .until(() ->
                        !TableMaps.of(other.hazelcast, other.table, buildOf(other))
                                .getName()
                                .equals(before));
        assertThat(other.events("centre")).isEqualTo(2);
    }

    private static long buildOf(Member member) {
        TableState live =
                new TableStates(member.hazelcast, member.own, "counts", member.table.version())
                        .live();
        return live == null ? 0 : live.build();
    }

    @Test
    void whenTheOwnerCrashesAnotherGoesOnAndNoReadGoesBack() throws Exception {
        List<Member> all = start(1);
        append(journal(all), copy(1), lent(1, "centre", 0));
        assertThat(all.getFirst().table.await(SOON)).isTrue();
        Member owner = owner(all);
        List<Member> others = all.stream().filter(member -> member != owner).toList();
        Member reading = others.getFirst();
        AtomicBoolean ends = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicLong written = new AtomicLong(1);
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            long last = 0;
                            try {
                                while (!ends.get()) {
                                    long now = reading.events("centre");
                                    assertThat(now).isGreaterThanOrEqualTo(last);
                                    last = now;
                                }
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        });
        Thread writer =
                Thread.ofVirtual()
                        .start(() -> {
                            while (!ends.get()) {
                                append(
                                        reading.own,
                                        copy((int) (written.get() % 5)),
                                        lent((int) written.incrementAndGet(), "centre", 0));
                            }
                        });
        await().atMost(SOON).until(() -> reading.events("centre") > 100);
        owner.crash();
        await().atMost(SOON)
                .until(() -> others.getLast().hazelcast.getCluster().getMembers().size() == 2);
        long atCrash = written.get();
        aheadNanos.addAndGet(TimeUnit.SECONDS.toNanos(20)); // the owner's term is over
        assertThat(owner(others)).isIn(others);
        await().atMost(SOON).until(() -> reading.events("centre") > atCrash);
        ends.set(true);
        writer.join();
        reader.join();
        assertThat(failure).hasNullValue();
        for (Member member : others) {
            assertThat(member.table.await(SOON)).isTrue();
            assertThat(member.events("centre")).isEqualTo(written.get());
        }
    }

    private static Journal journal(List<Member> all) {
        return all.getFirst().own;
    }

    @Test
    void whenTheMembersThatHadRowsAreLostTheTableIsBuiltAnew() {
        List<Member> all = start(1);
        for (int i = 0; i < 300; i++) {
            append(journal(all), copy(i), lent(i, "branch-" + i, 0));
        }
        assertThat(all.getFirst().table.await(SOON)).isTrue();
        Member left = all.getLast();
        all.subList(0, 2).forEach(Member::crash);
        await().atMost(SOON).until(() -> left.hazelcast.getCluster().getMembers().size() == 1);
        aheadNanos.addAndGet(TimeUnit.SECONDS.toNanos(20));
        List<Member> again = List.of(new Member(0, counting(1)), new Member(1, counting(1)), left);
        again.subList(0, 2).forEach(member -> member.tables.start());
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(TableBuildingException.class)
                .untilAsserted(() -> {
                    for (int i = 0; i < 300; i++) {
                        assertThat(again.getFirst().events("branch-" + i)).isEqualTo(1);
                    }
                });
    }

    @Test
    void twoVersionsRunSideBySideAndTheOlderOneIsDroppedWhenNobodyReadsIt() {
        Member old = new Member(0, counting(1));
        Member oldToo = new Member(1, counting(1));
        Member fresh = new Member(2, counting(2));
        members.forEach(member -> member.tables.start());
        append(old.own, copy(1), lent(1, "centre", 0));
        for (Member member : members) {
            assertThat(member.table.await(SOON)).isTrue();
            assertThat(member.events("centre")).isEqualTo(1);
        }
        // Members hear of each other's maps a moment later.
        await().atMost(SOON)
                .until(() ->
                        TableMaps.otherVersions(old.hazelcast, old.table).equals(Set.of(2))
                                && TableMaps.otherVersions(fresh.hazelcast, fresh.table)
                                        .equals(Set.of(1)));
        old.tables.close();
        oldToo.tables.close();
        await().atMost(SOON)
                .until(() -> TableMaps.otherVersions(fresh.hazelcast, fresh.table).isEmpty());
        assertThat(fresh.events("centre")).isEqualTo(1);
    }
}
