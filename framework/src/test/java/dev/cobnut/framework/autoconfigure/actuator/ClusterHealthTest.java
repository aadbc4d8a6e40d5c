package dev.cobnut.framework.autoconfigure.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.instance.impl.LifecycleServiceImpl;
import dev.cobnut.framework.cluster.ClusterSettings;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.node.TestNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/// Readiness of a member over the events of its life. The lifecycle service is the member's own; a
/// cut network is `ClusterIT`'s.
class ClusterHealthTest {

    /// A member that had caught up once was ready for ever. After a merge it answered requests
    /// before it had partitions again.
    @Test
    void aMemberThatMergesIsNotReadyUntilItHasCaughtUpAgain() {
        ClusterSettings alone =
                new ClusterSettings(
                        1,
                        List.of(),
                        "",
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60));
        try (TestNode node = TestNode.start(InMemoryJournal.create(InstantSource.system()))) {
            ClusterHealth health =
                    new ClusterHealth(
                            node.hazelcast(), new Majority(node.hazelcast(), alone), node.feed());
            await().atMost(Duration.ofMinutes(2)).until(() -> isUp(health));
            LifecycleServiceImpl lifecycle =
                    (LifecycleServiceImpl) node.hazelcast().getLifecycleService();

            lifecycle.fireLifecycleEvent(LifecycleState.MERGING);
            Health merging = health.health();
            assertThat(merging.getStatus()).isEqualTo(Status.DOWN);
            assertThat(merging.getDetails()).containsEntry("caughtUp", false);

            lifecycle.fireLifecycleEvent(LifecycleState.MERGED);
            await().atMost(Duration.ofMinutes(2)).until(() -> isUp(health));
        }
    }

    private static boolean isUp(ClusterHealth health) {
        return health.health().getStatus().equals(Status.UP);
    }
}
