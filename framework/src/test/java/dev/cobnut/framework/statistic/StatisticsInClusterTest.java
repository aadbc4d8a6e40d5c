package dev.cobnut.framework.statistic;

import static dev.cobnut.framework.statistic.Takings.SOON;
import static dev.cobnut.framework.statistic.Takings.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.core.Vertex;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.node.TestMember;
import dev.cobnut.framework.statistic.Takings.Taken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Three members over one journal. Each has a job and sums of its own.
class StatisticsInClusterTest {

    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final List<Integer> ports = TestMember.freePorts(3);
    private final ClusterSettings settings = TestMember.settings(ports);
    private final List<Member> members = new ArrayList<>();

    private final class Member {

        private final InMemoryJournal own = journal.sibling();
        private final Takings takings = new Takings();
        private final HazelcastInstance hazelcast;
        private final Statistics statistics;

        Member(int number) {
            hazelcast = TestMember.hazelcast(settings, ports.get(number), "log");
            own.start(GroupListener.completing());
            statistics = new Statistics(List.of(takings), own, hazelcast, InstantSource.system());
            statistics.start();
            members.add(this);
        }
    }

    @AfterEach
    void close() {
        members.forEach(member -> {
            member.statistics.close();
            member.hazelcast.getLifecycleService().terminate();
            member.own.close();
        });
        journal.close();
    }

    private void awaitAll(List<Member> among) {
        await().atMost(SOON)
                .untilAsserted(() -> {
                    for (Member member : among) {
                        assertThat(member.takings.position()).isEqualTo(member.own.lastPosition());
                    }
                });
        among.forEach(member -> member.takings.requireFold(member.own));
    }

    @Test
    void allMembersHaveTheSumsOfTheFoldAlsoAfterOneIsLostAndOneComes() {
        for (int i = 0; i < 3; i++) {
            Member _ = new Member(i);
        }
        for (int i = 0; i < 60; i++) {
            List<Taken> taken = List.of(new Taken(i % 24, i), new Taken(3, 1));
            long _ = append(members.get(i % 3).own, i % 5, taken);
        }
        awaitAll(members);
        members.getFirst().hazelcast.getLifecycleService().terminate();
        List<Member> left = List.copyOf(members.subList(1, 3));
        for (int i = 0; i < 60; i++) {
            long _ = append(left.get(i % 2).own, i % 5, List.of(new Taken(i % 24, i)));
        }
        awaitAll(left);
        Member again = new Member(0);
        long _ = append(again.own, 1, List.of(new Taken(1, 1)));
        awaitAll(List.of(again, left.getFirst(), left.getLast()));
        assertThat(left).allSatisfy(member -> assertThat(member.takings.begins).hasValue(1));
    }

    @Test
    void otherMembersAreSentNoClassOfOurs() throws Exception {
        Address own = new Address("127.0.0.1", 5701);
        Address other = new Address("127.0.0.1", 5702);
        List<String> stages = new ArrayList<>();
        for (Vertex stage : StatisticPipeline.createFor(own, Takings.NAME, 1)) {
            var partOf = stage.getMetaSupplier().get(List.of(own, other));
            assertThat(serialized(partOf.apply(other))).doesNotContain("cobnut");
            assertThat(serialized(partOf.apply(own))).contains("cobnut");
            stages.add(stage.getName());
        }
        assertThat(stages).containsExactly("read-journal", "window", "commit");
    }

    private static String serialized(Object sent) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
