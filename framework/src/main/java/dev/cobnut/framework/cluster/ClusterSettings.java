package dev.cobnut.framework.cluster;

import java.time.Duration;
import java.util.List;

/// The size of the cluster, and how its members find, lose and leave each other.
///
/// @param members size of the whole cluster, from which the majority is computed; a single node has
///   1 and joins nobody
/// @param addresses `host`, `host:port`, or a DNS name with an address record per member (a compose
///   service, a headless service); resolved again at each attempt
/// @param kubernetesService DNS name of a headless service, for Hazelcast's own discovery; empty
///   when `addresses` are used
/// @param lostAfter time without a heartbeat after which a member is lost
/// @param mergeInterval time between two searches for the other part of a split cluster
/// @param leaveMax longest time that a leaving member takes to hand over its partitions
public record ClusterSettings(
        int members,
        List<String> addresses,
        String kubernetesService,
        Duration lostAfter,
        Duration mergeInterval,
        Duration leaveMax) {

    /// With a shorter limit, a garbage collection or a busy core would look like a loss. With a
    /// longer one than [#LOST_AFTER_MAX], the service would be unavailable for too long.
    private static final Duration LOST_AFTER_MIN = Duration.ofSeconds(3);

    private static final Duration LOST_AFTER_MAX = Duration.ofSeconds(60);
    private static final int MEMBERS_MAX = 100;

    public ClusterSettings {
        addresses = List.copyOf(addresses);
        if (members < 1 || members > MEMBERS_MAX) {
            throw new IllegalArgumentException(
                    "members must be from 1 to " + MEMBERS_MAX + ", but was " + members);
        }
        boolean hasAddresses = !addresses.isEmpty();
        boolean hasService = !kubernetesService.isEmpty();
        if (members == 1 && (hasAddresses || hasService)) {
            throw new IllegalArgumentException(
                    "members is 1, but addresses or kubernetes-service is set: set members to the size of"
                            + " the whole cluster, from which the majority is counted");
        }
        if (members > 1 && hasAddresses == hasService) {
            throw new IllegalArgumentException(
                    "members is "
                            + members
                            + ": set either addresses or kubernetes-service, so that members find"
                            + " each other");
        }
        if (lostAfter.compareTo(LOST_AFTER_MIN) < 0 || lostAfter.compareTo(LOST_AFTER_MAX) > 0) {
            throw new IllegalArgumentException(
                    "lost-after must be from "
                            + LOST_AFTER_MIN
                            + " to "
                            + LOST_AFTER_MAX
                            + ", but was "
                            + lostAfter);
        }
        addresses.forEach(MemberAddress::parse);
        requireSeconds("merge-interval", mergeInterval);
        requireSeconds("leave-max", leaveMax);
    }

    List<MemberAddress> lookedUp() {
        return addresses.stream().map(MemberAddress::parse).toList();
    }

    /// Number of members that must see each other.
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
