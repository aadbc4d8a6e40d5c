package dev.cobnut.framework.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.splitbrainprotection.SplitBrainProtection;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Starts a member and waits until its maps can be created.
///
/// Hazelcast evaluates the [MajorityRule] for the first time when another member joins, or one
/// heartbeat after the start. Until then it treats the majority as lost, and the creation of a map
/// with an index fails. Without this wait, the start of a member that no other has joined yet would
/// fail.
public final class MemberStart {

    /// Longest wait for the majority rule. It is far longer than a heartbeat, so that a majority
    /// that was seen and lost again can return.
    private static final Duration RULE_WAIT_MAX = Duration.ofSeconds(60);

    private static final long POLL_NANOS = 5_000_000;

    private MemberStart() {}

    /// @param config completed by [ClusterConfig#member]
    /// @throws IllegalStateException when the majority was seen and lost again, and did not return
    ///   in time; the member is shut down then
    public static HazelcastInstance start(Config config, ClusterSettings cluster) {
        HazelcastInstance hazelcast = Hazelcast.newHazelcastInstance(config);
        if (!awaitMajorityRule(hazelcast)) {
            hazelcast.shutdown();
            throw new IllegalStateException(
                    "this member saw the majority of the %d members, lost it, and did not see it again within %d s"
                            .formatted(cluster.members(), RULE_WAIT_MAX.toSeconds()));
        }
        return hazelcast;
    }

    private static boolean awaitMajorityRule(HazelcastInstance hazelcast) {
        SplitBrainProtection protection =
                hazelcast
                        .getSplitBrainProtectionService()
                        .getSplitBrainProtection(ClusterConfig.MAJORITY);
        long deadline = System.nanoTime() + RULE_WAIT_MAX.toNanos();
        while (!protection.hasMinimumSize()) {
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
