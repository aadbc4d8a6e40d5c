package dev.cobnut.framework.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.cobnut.framework.node.TestMember;
import dev.cobnut.framework.outbox.OutboxMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberStartTest {

    /// Longer than the time that a busy machine takes from the start to the first map.
    private static final int LATE_HEARTBEAT_SECONDS = 120;

    private static final int HEARTBEAT_SECONDS = 5;

    private final List<Integer> ports = TestMember.freePorts(2);
    private final ClusterSettings settings = TestMember.settings(ports);

    /// The first of three members in containers failed to start again and again. No other member
    /// had joined yet, and the majority rule, which is evaluated at each heartbeat, had not been
    /// evaluated.
    @Test
    void aMemberThatNobodyHasJoinedYetCanMakeItsMapsOnceItIsStarted() {
        HazelcastInstance early = Hazelcast.newHazelcastInstance(config(LATE_HEARTBEAT_SECONDS));
        try {
            assertThatThrownBy(() -> early.getMap(OutboxMap.NAME))
                    .as("without waiting for the rule")
                    .isInstanceOf(SplitBrainProtectionException.class);
        } finally {
            early.getLifecycleService().terminate();
        }
        HazelcastInstance started = MemberStart.start(config(HEARTBEAT_SECONDS), settings);
        try {
            assertThatCode(() -> started.getMap(OutboxMap.NAME)).doesNotThrowAnyException();
        } finally {
            started.getLifecycleService().terminate();
        }
    }

    private Config config(int heartbeatSeconds) {
        Config config = TestMember.config(settings, ports.getFirst(), "log");
        config.setProperty(
                "hazelcast.heartbeat.interval.seconds", Integer.toString(heartbeatSeconds));
        config.setProperty(
                "hazelcast.max.no.heartbeat.seconds", Integer.toString(12 * heartbeatSeconds));
        return config;
    }
}
