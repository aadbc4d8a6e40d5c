package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.autoconfigure.settings.SettingChecks;
import dev.cobnut.framework.cluster.ClusterSettings;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings below `cobnut.cluster`.
///
/// @param members size of the whole cluster, from which the majority is computed; 1 joins nobody.
///   More than one member needs a journal that all members share
/// @param addresses addresses of the members: `host`, `host:port`, or a DNS name with an address
///   record for each of them
/// @param kubernetesService DNS name of a headless service, instead of addresses
/// @param lostAfter time without a heartbeat after which a member is lost
/// @param mergeInterval time between two searches for the other part of a split cluster
/// @param leaveMax longest time that a stopping member takes to hand over its partitions
/// @param drainDelay time for which a stopping member still accepts requests after its readiness
///   went down, so that load balancers notice; not used by a single node
record ClusterProperties(
        @DefaultValue("1") int members,
        @DefaultValue List<String> addresses,
        @DefaultValue("") String kubernetesService,
        @DefaultValue("8s") Duration lostAfter,
        @DefaultValue("10s") Duration mergeInterval,
        @DefaultValue("60s") Duration leaveMax,
        @DefaultValue("3s") Duration drainDelay) {

    public ClusterProperties {
        SettingChecks.requireValid(
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
