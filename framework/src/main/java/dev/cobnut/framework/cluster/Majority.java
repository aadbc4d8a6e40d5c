package dev.cobnut.framework.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import org.jspecify.annotations.Nullable;

/// Whether this member sees enough of the cluster to work. Any thread; cheap enough for every
/// command.
///
/// It is an early answer, not a fence: until a split is discovered both sides believe to be whole,
/// and what they write at the same time is decided by the journal.
public final class Majority {

    private final HazelcastInstance hazelcast;
    private final ClusterSettings settings;

    public Majority(HazelcastInstance hazelcast, ClusterSettings settings) {
        this.hazelcast = hazelcast;
        this.settings = settings;
    }

    /// Members that this one sees, itself included; 0 when it is not running.
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

    /// Why nothing can be done here now, null when it can. One sentence.
    public @Nullable String refusal() {
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
