package dev.cobnut.framework.autoconfigure.actuator;

import com.hazelcast.core.HazelcastInstance;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.outbox.OutboxFeed;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN while this member does not see the majority, and until it has caught up once after its
/// start. A member has caught up when the cluster's partitions have their backups and it has looked
/// through the unpublished events of the journal. A single node is its own majority.
final class ClusterHealth extends AbstractHealthIndicator {

    private final HazelcastInstance hazelcast;
    private final Majority majority;
    private final OutboxFeed feed;
    private volatile boolean caughtUp;

    ClusterHealth(HazelcastInstance hazelcast, Majority majority, OutboxFeed feed) {
        this.hazelcast = hazelcast;
        this.majority = majority;
        this.feed = feed;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        int present = majority.present();
        boolean enough = present >= majority.settings().majority();
        if (enough && !caughtUp) {
            caughtUp = feed.isCaughtUp() && hazelcast.getPartitionService().isClusterSafe();
        }
        (enough && caughtUp ? builder.up() : builder.down())
                .withDetail("members", present)
                .withDetail("membersNeeded", majority.settings().majority())
                .withDetail("caughtUp", caughtUp);
    }
}
