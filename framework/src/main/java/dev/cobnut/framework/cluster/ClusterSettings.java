package dev.cobnut.framework.cluster;

import java.time.Duration;
import java.util.List;

/// How a member finds the others.
///
/// @param members size of the whole cluster, which the majority is counted from; 1 joins nobody
/// @param addresses `host`, `host:port`, or a DNS name with an address record per member (a compose
///   service, a headless service); looked up anew at each attempt
/// @param kubernetesService DNS name of a headless service, for Hazelcast's own discovery; empty
///   when `addresses` are used
/// @param lostAfter a member that was not heard of for so long is lost
/// @param mergeInterval how often a member looks for a part of the cluster that it was split from
/// @param leaveMax longest time that a member takes to hand its partitions over before it leaves
public record ClusterSettings(
        int members,
        List<String> addresses,
        String kubernetesService,
        Duration lostAfter,
        Duration mergeInterval,
        Duration leaveMax) {

    /// Below it, a collection or a busy core would look like a loss; above it, nobody would call
    /// the service available.
    private static final Duration LOST_AFTER_LEAST = Duration.ofSeconds(3);

    private static final Duration LOST_AFTER_MOST = Duration.ofSeconds(60);
    private static final int MEMBERS_MOST = 100;

    public ClusterSettings {
        addresses = List.copyOf(addresses);
        if (members < 1 || members > MEMBERS_MOST) {
            throw new IllegalArgumentException(
                    "members must be from 1 to " + MEMBERS_MOST + ", but was " + members);
        }
        boolean named = !addresses.isEmpty();
        boolean discovered = !kubernetesService.isEmpty();
        if (members == 1 && (named || discovered)) {
            throw new IllegalArgumentException(
                    "members is 1 and there are addresses of others: set members to the size of"
                            + " the whole cluster, from which the majority is counted");
        }
        if (members > 1 && named == discovered) {
            throw new IllegalArgumentException(
                    "members is "
                            + members
                            + ": set either addresses or kubernetes-service, so that they find each"
                            + " other");
        }
        if (lostAfter.compareTo(LOST_AFTER_LEAST) < 0 || lostAfter.compareTo(LOST_AFTER_MOST) > 0) {
            throw new IllegalArgumentException(
                    "lost-after must be from "
                            + LOST_AFTER_LEAST
                            + " to "
                            + LOST_AFTER_MOST
                            + ", but was "
                            + lostAfter);
        }
        requireSeconds("merge-interval", mergeInterval);
        requireSeconds("leave-max", leaveMax);
    }

    /// Members that must see each other.
    public int majority() {
        return members / 2 + 1;
    }

    private static void requireSeconds(String name, Duration value) {
        if (value.toSeconds() < 1) {
            throw new IllegalArgumentException(
                    name + " must be at least one second, but was " + value);
        }
    }
}
