package dev.cobnut.framework.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import org.jspecify.annotations.Nullable;

/// Tells whether this member sees the majority of the cluster. Any thread; cheap enough to ask for
/// every command.
///
/// It refuses commands early and is not a fence. Until a split is detected, each side believes that
/// it is the whole cluster. The journal decides between what both sides append at the same time.
public final class Majority {

    private final HazelcastInstance hazelcast;
    private final ClusterSettings settings;

    public Majority(HazelcastInstance hazelcast, ClusterSettings settings) {
        this.hazelcast = hazelcast;
        this.settings = settings;
    }

    /// Number of members that this one sees, itself included; 0 when Hazelcast is not running.
    public int present() {
        try {
            return hazelcast.getCluster().getMembers().size();
        } catch (HazelcastInstanceNotActiveException _) {
            return 0;
        }
    }

    public boolean isPresent() {
        return present() >= settings.majority();
    }

    /// One sentence that says why this member takes no commands now; null when it takes them.
    public @Nullable String unavailableReason() {
        int present = present();
        return present >= settings.majority()
                ? null
                : "this member sees "
                        + present
                        + " of "
                        + settings.members()
                        + " members and needs "
                        + settings.majority()
                        + "; others may take the command";
    }

    public ClusterSettings settings() {
        return settings;
    }
}
