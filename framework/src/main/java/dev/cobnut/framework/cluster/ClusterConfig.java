package dev.cobnut.framework.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.EndpointConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionOn;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

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

    /// A node that joins nobody and takes the first free port.
    ///
    /// @param bindAddress an address, a pattern of addresses (`10.1.*.*`) or a name of this host
    /// @param port the first one that is tried
    /// @throws IllegalArgumentException when the name cannot be looked up
    public static void singleNode(Config config, String bindAddress, int port) {
        String bound = addressOf(bindAddress);
        ServerSocketEndpointConfig endpoint = endpoint(port).setPortAutoIncrement(true);
        if (!isPattern(bound)) {
            endpoint.setPublicAddress(bound);
        }
        open(config, endpoint, bound);
        joinNobody(config, "alone-" + UUID.randomUUID());
    }

    /// A member that finds the others.
    ///
    /// @param bindAddress an address, a pattern of addresses (`10.1.*.*`) or a name of this host
    /// @param port at which the others look for it
    /// @param log identity of the log that the members write; equal for those that may join
    /// @throws IllegalArgumentException when the name cannot be looked up
    public static void member(
            Config config, ClusterSettings cluster, String bindAddress, int port, String log) {
        String bound = addressOf(bindAddress);
        ServerSocketEndpointConfig endpoint = endpoint(port).setPortAutoIncrement(false);
        String interfaces = bound;
        if (!isPattern(bound)) {
            endpoint.setPublicAddress(bound);
            if (!bound.contains(":")) {
                config.setProperty("hazelcast.local.localAddress", bound);
                interfaces = ANY_IPV4;
            }
        }
        open(config, endpoint, interfaces);
        JoinConfig join = joinNobody(config, log);
        if (cluster.kubernetesService().isEmpty()) {
            join.getTcpIpConfig()
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

    private static ServerSocketEndpointConfig endpoint(int port) {
        return new ServerSocketEndpointConfig().setPort(port);
    }

    /// Opens the member's endpoint and nothing else.
    private static void open(
            Config config, ServerSocketEndpointConfig endpoint, String interfaces) {
        config.getAdvancedNetworkConfig().setEnabled(true);
        EndpointConfig named = endpoint.setName("member");
        named.getInterfaces().setEnabled(true).addInterface(interfaces);
        config.getAdvancedNetworkConfig().setMemberEndpointConfig(endpoint);
        config.getAdvancedNetworkConfig().getEndpointConfigs().remove(EndpointQualifier.CLIENT);
        config.setProperty("hazelcast.socket.bind.any", "false");
    }

    private static JoinConfig joinNobody(Config config, String log) {
        config.setClusterName(config.getClusterName() + "@" + log);
        JoinConfig join = config.getAdvancedNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(false);
        return join;
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
