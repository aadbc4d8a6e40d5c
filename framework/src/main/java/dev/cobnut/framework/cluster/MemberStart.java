package dev.cobnut.framework.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.splitbrainprotection.SplitBrainProtection;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Starts a member and waits until its maps can be made.
///
/// Hazelcast asks the rule of the majority for the first time when another member joins, or one
/// heartbeat after the start, and takes it as broken until then: a map with an index that is made
/// earlier fails, and the start with it. A member that nobody has joined yet is earlier.
public final class MemberStart {

    /// Far beyond a heartbeat, so that a majority that was seen and is lost again may come back.
    private static final Duration RULE_MAX = Duration.ofSeconds(60);

    private static final long LOOK_NANOS = 5_000_000;

    private MemberStart() {}

    /// @param config made with [ClusterConfig#member]
    /// @throws IllegalStateException when the majority was seen and lost meanwhile; the member is
    ///   shut down then
    public static HazelcastInstance start(Config config, ClusterSettings cluster) {
        HazelcastInstance hazelcast = Hazelcast.newHazelcastInstance(config);
        if (!rules(hazelcast)) {
            hazelcast.shutdown();
            throw new IllegalStateException(
                    "this member saw the majority of the %d members and lost it again, and it did not come back within %d s"
                            .formatted(cluster.members(), RULE_MAX.toSeconds()));
        }
        return hazelcast;
    }

    private static boolean rules(HazelcastInstance hazelcast) {
        SplitBrainProtection protection =
                hazelcast
                        .getSplitBrainProtectionService()
                        .getSplitBrainProtection(ClusterConfig.MAJORITY);
        long end = System.nanoTime() + RULE_MAX.toNanos();
        while (!protection.hasMinimumSize()) {
            if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }
}
