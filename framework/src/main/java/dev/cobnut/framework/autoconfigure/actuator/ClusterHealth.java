package dev.cobnut.framework.autoconfigure.actuator;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.partition.Partition;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.outbox.OutboxFeed;
import java.util.UUID;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/// DOWN while this member does not see the majority, and until it has caught up after its start or
/// after a merge. A member has caught up when it owns partitions, the cluster's partitions have
/// their backups, and it has looked through the unpublished events of the journal. A single node is
/// its own majority.
final class ClusterHealth extends AbstractHealthIndicator {

    private final HazelcastInstance hazelcast;
    private final Majority majority;
    private final OutboxFeed feed;
    private volatile boolean caughtUp;
    private volatile boolean merging;

    ClusterHealth(HazelcastInstance hazelcast, Majority majority, OutboxFeed feed) {
        this.hazelcast = hazelcast;
        this.majority = majority;
        this.feed = feed;
        UUID _ = hazelcast.getLifecycleService().addLifecycleListener(this::changed);
    }

    /// A merge takes all partitions from a member of the smaller side and gives it new ones later.
    private void changed(LifecycleEvent event) {
        switch (event.getState()) {
            case MERGING -> {
                merging = true;
                caughtUp = false;
            }
            case MERGED, MERGE_FAILED -> {
                feed.lookThrough();
                merging = false;
            }
            default -> {
                // Starting and stopping are the concern of the process.
            }
        }
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        int present = majority.present();
        boolean enough = present >= majority.settings().majority();
        if (enough && !caughtUp && !merging) {
            caughtUp = feed.isCaughtUp() && ownsPartitions() && isSafe();
        }
        boolean ready = enough && caughtUp && !merging;
        (ready ? builder.up() : builder.down())
                .withDetail("members", present)
                .withDetail("membersNeeded", majority.settings().majority())
                .withDetail("caughtUp", caughtUp);
    }

    private boolean isSafe() {
        return hazelcast.getPartitionService().isClusterSafe();
    }

    private boolean ownsPartitions() {
        for (Partition partition : hazelcast.getPartitionService().getPartitions()) {
            Member owner = partition.getOwner();
            if (owner != null && owner.localMember()) {
                return true;
            }
        }
        return false;
    }
}
