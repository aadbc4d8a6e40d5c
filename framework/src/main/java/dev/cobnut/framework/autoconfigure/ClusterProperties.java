package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.cluster.ClusterSettings;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings below `cobnut.cluster`.
///
/// @param members size of the whole cluster, from which the majority is counted; 1 joins nobody.
///   More than one needs a journal that members share
/// @param addresses of the members: `host`, `host:port`, or a DNS name with an address record for
///   each of them
/// @param kubernetesService DNS name of a headless service, instead of addresses
/// @param lostAfter a member that was not heard of for so long is lost
/// @param mergeInterval how often a member looks for a part of the cluster that it was split from
/// @param leaveMax longest time that a stopping member takes to hand its partitions over
/// @param drainDelay how long a stopping member goes on taking requests after its readiness went
///   down, so that load balancers notice; not when it is alone
record ClusterProperties(
        @DefaultValue("1") int members,
        @DefaultValue List<String> addresses,
        @DefaultValue("") String kubernetesService,
        @DefaultValue("8s") Duration lostAfter,
        @DefaultValue("10s") Duration mergeInterval,
        @DefaultValue("60s") Duration leaveMax,
        @DefaultValue("3s") Duration drainDelay) {

    public ClusterProperties {
        CobnutProperties.requireValid(
                "cobnut.cluster",
                () ->
                        new ClusterSettings(
                                members,
                                addresses,
                                kubernetesService,
                                lostAfter,
                                mergeInterval,
                                leaveMax));
        if (drainDelay.isNegative()) {
            throw new IllegalArgumentException(
                    "cobnut.cluster.drain-delay must not be negative, but was " + drainDelay);
        }
    }

    ClusterSettings settings() {
        return new ClusterSettings(
                members, addresses, kubernetesService, lostAfter, mergeInterval, leaveMax);
    }
}
