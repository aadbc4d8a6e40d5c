package dev.cobnut.framework.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.node.TestMember;
import dev.cobnut.framework.outbox.OutboxMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberStartTest {

    /// Three members in containers that found each other within a third of a second ended again and
    /// again: the rule of the majority had not been asked yet.
    @Test
    void aMemberThatJoinsQuicklyCanMakeItsMapsAtOnce() {
        List<Integer> ports = TestMember.freePorts(2);
        ClusterSettings settings = TestMember.settings(ports);
        HazelcastInstance first = TestMember.hazelcast(settings, ports.getFirst(), "log");
        HazelcastInstance second = TestMember.hazelcast(settings, ports.getLast(), "log");
        try {
            assertThatCode(() -> second.getMap(OutboxMap.NAME)).doesNotThrowAnyException();
        } finally {
            second.getLifecycleService().terminate();
            first.getLifecycleService().terminate();
        }
    }
}
