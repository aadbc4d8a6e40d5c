package dev.cobnut.framework.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.EndpointConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionOn;
import java.net.InetAddress;
import java.net.UnknownHostException;

/// The part of a member's configuration that decides whom it joins and when it gives somebody up.
///
/// ## Whom it joins
///
/// Only the member endpoint is open: no clients, no REST, no memcache; multicast and auto-detection
/// are off. Hazelcast's members compare the names of their clusters before they join, and no other
/// setting of ours. So the name ends with the identity of the log that the member writes. That of a
/// node with a journal of its own is one that nobody else has: it can neither join nor be joined,
/// whatever it is told.
///
/// ## When it gives somebody up
///
/// A process that ends closes its connections: the others know within a second. One that is silent
/// (a cut network, a stopped process) is lost after `lostAfter` without a heartbeat. A write that
/// waits for the backup of a silent member fails before that, so no write is taken for a success
/// that the rest of the cluster does not have.
public final class ClusterConfig {

    /// Name of the protection that maps refer to.
    public static final String MAJORITY = "majority";

    /// Longest wait for the acknowledgement of a backup, in ms; less when `lostAfter` is.
    private static final long BACKUP_MS_MAX = 5_000;

    /// By so much a write fails before the member that it waits for is given up.
    private static final long BACKUP_BEFORE_LOST_MS = 500;

    /// What names of other members may lead to. Hazelcast asks the endpoint's interfaces not only
    /// where to listen, which a property says instead, but also which addresses of a name are
    /// tried: with the member's own address there, none of the others is. Without interfaces, only
    /// the first address of a name is.
    private static final String ANY_IPV4 = "*.*.*.*";

    private ClusterConfig() {}

    /// Opens the member's endpoint and nothing else.
    ///
    /// @param bindAddress an address, a pattern of addresses (`10.1.*.*`) or a name of this host
    /// @throws IllegalArgumentException when the name cannot be looked up
    public static void endpoint(
            Config config, ClusterSettings cluster, String bindAddress, int port) {
        config.getAdvancedNetworkConfig().setEnabled(true);
        String bound = addressOf(bindAddress);
        // A cluster's members are looked for at a known port; one that is alone takes a free one.
        ServerSocketEndpointConfig endpoint =
                new ServerSocketEndpointConfig()
                        .setPort(port)
                        .setPortAutoIncrement(cluster.isAlone());
        String interfaces = bound;
        if (!isPattern(bound)) {
            endpoint.setPublicAddress(bound);
            if (!cluster.isAlone() && !bound.contains(":")) {
                config.setProperty("hazelcast.local.localAddress", bound);
                interfaces = ANY_IPV4;
            }
        }
        EndpointConfig named = endpoint.setName("member");
        named.getInterfaces().setEnabled(true).addInterface(interfaces);
        config.getAdvancedNetworkConfig().setMemberEndpointConfig(endpoint);
        config.getAdvancedNetworkConfig().getEndpointConfigs().remove(EndpointQualifier.CLIENT);
        config.setProperty("hazelcast.socket.bind.any", "false");
    }

    /// Lets the member find the others, or nobody when it is alone.
    ///
    /// @param log identity of the log that the members write; equal for those that may join
    public static void join(Config config, ClusterSettings cluster, String log) {
        config.setClusterName(config.getClusterName() + "@" + log);
        JoinConfig join = config.getAdvancedNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        TcpIpConfig byAddress = join.getTcpIpConfig().setEnabled(false);
        if (cluster.isAlone()) {
            return;
        }
        if (cluster.kubernetesService().isEmpty()) {
            byAddress
                    .setEnabled(true)
                    .setMembers(cluster.addresses())
                    .setConnectionTimeoutSeconds(2);
        } else {
            join.getKubernetesConfig()
                    .setEnabled(true)
                    .setProperty("service-dns", cluster.kubernetesService());
        }
        detection(config, cluster);
        config.addSplitBrainProtectionConfig(
                new SplitBrainProtectionConfig(MAJORITY, true, cluster.majority())
                        .setFunctionImplementation(new MajorityRule(cluster.majority()))
                        .setProtectOn(SplitBrainProtectionOn.WRITE));
    }

    private static void detection(Config config, ClusterSettings cluster) {
        config.setProperty("hazelcast.heartbeat.failuredetector.type", "deadline");
        config.setProperty("hazelcast.heartbeat.interval.seconds", "1");
        config.setProperty(
                "hazelcast.max.no.heartbeat.seconds",
                Long.toString(cluster.lostAfter().toSeconds()));
        long backup =
                Math.min(BACKUP_MS_MAX, cluster.lostAfter().toMillis() - BACKUP_BEFORE_LOST_MS);
        config.setProperty("hazelcast.operation.backup.timeout.millis", Long.toString(backup));
        config.setProperty("hazelcast.wait.seconds.before.join", "1");
        String merge = Long.toString(cluster.mergeInterval().toSeconds());
        config.setProperty("hazelcast.merge.first.run.delay.seconds", merge);
        config.setProperty("hazelcast.merge.next.run.delay.seconds", merge);
        config.setProperty(
                "hazelcast.graceful.shutdown.max.wait",
                Long.toString(cluster.leaveMax().toSeconds()));
    }

    /// Writes to the map need a majority; after a split, the larger side's entries stay and those
    /// of the smaller are dropped: the journal has what is missing.
    public static MapConfig shared(MapConfig map) {
        return shared(map, DiscardMergePolicy.class.getName());
    }

    /// The same, with a policy of its own for what both sides have.
    public static MapConfig shared(MapConfig map, String mergePolicy) {
        return map.setSplitBrainProtectionName(MAJORITY)
                .setMergePolicyConfig(new MergePolicyConfig().setPolicy(mergePolicy));
    }

    private static boolean isPattern(String address) {
        return address.contains("*") || (address.contains("-") && !address.contains(":"));
    }

    /// An address or a pattern as it is; a host's name as its address.
    private static String addressOf(String bindAddress) {
        boolean numeric = bindAddress.chars().allMatch(c -> "0123456789.*-".indexOf(c) >= 0);
        if (numeric || bindAddress.contains(":")) {
            return bindAddress;
        }
        try {
            return InetAddress.getByName(bindAddress).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "cobnut.hazelcast.bind-address is "
                            + bindAddress
                            + ", which is neither an address nor a name of this host",
                    e);
        }
    }
}
