package dev.cobnut.framework.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.config.DiscoveryStrategyConfig;
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

/// The part of a Hazelcast member's configuration that decides which members it joins and when it
/// declares one lost.
///
/// ## Joining
///
/// Only the member endpoint is open: no clients, no REST, no memcache; multicast and auto-detection
/// are off. Before they join, Hazelcast members compare the names of their clusters and none of our
/// other settings. So the name ends with the identity of the member's journal. The name of a single
/// node ends with a random id. So it cannot join and cannot be joined, whatever addresses it is
/// given.
///
/// ## Losing a member
///
/// When a process ends, its connections close, and the others notice within a second. A silent
/// member (a cut network, a stopped process) is lost after `lostAfter` without a heartbeat. A write
/// that waits for a backup on a silent member fails earlier, so no write counts as a success that
/// the rest of the cluster does not have.
public final class ClusterConfig {

    /// Name of the protection that maps refer to.
    public static final String MAJORITY = "majority";

    /// Longest wait for the acknowledgement of a backup, in ms; shorter when `lostAfter` is
    /// shorter.
    private static final long BACKUP_MS_MAX = 5_000;

    /// Time between the failure of a write that waits for a silent member and the loss of that
    /// member, in ms.
    private static final long BACKUP_FAILS_BEFORE_LOSS_MS = 500;

    /// Longest wait for a connection to a member that may not be there.
    private static final int CONNECT_SECONDS_MAX = 2;

    private ClusterConfig() {}

    /// Configures a node that joins nobody and takes the first free port.
    ///
    /// @param bindAddress an address, a pattern of addresses (`10.1.*.*`) or a name of this host
    /// @param port the first port that is tried
    /// @throws IllegalArgumentException when the name cannot be looked up
    public static void singleNode(Config config, String bindAddress, int port) {
        String address = addressOf(bindAddress);
        ServerSocketEndpointConfig endpoint = endpoint(port).setPortAutoIncrement(true);
        if (!isPattern(address)) {
            endpoint.setPublicAddress(address);
        }
        open(config, endpoint, address);
        joinNobody(config, "alone-" + UUID.randomUUID());
        fewPartitions(config);
        rareFlowControl(config);
    }

    /// A member tells the others how much its jobs may be sent. By default two threads wake for it
    /// every 100 ms, also when there is nobody to be told.
    private static void rareFlowControl(Config config) {
        config.getJetConfig().setFlowControlPeriodMs(60_000);
    }

    /// Members of a cluster agree on many partitions, to share them out. A node that joins nobody
    /// needs as many as it has threads for them. The fewer there are, the more keys of a group or a
    /// page are in one partition, and they are written by one operation.
    private static void fewPartitions(Config config) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        config.setProperty("hazelcast.partition.count", Integer.toString(threads));
    }

    /// Configures a member that finds the others.
    ///
    /// @param bindAddress an address, a pattern of addresses (`10.1.*.*`) or a name of this host
    /// @param port the port at which the other members look for this one
    /// @param journalIdentity identity of the journal that the members share; only members with the
    ///   same one join
    /// @throws IllegalArgumentException when the name cannot be looked up
    public static void member(
            Config config,
            ClusterSettings cluster,
            String bindAddress,
            int port,
            String journalIdentity) {
        if (port == 0) {
            throw new IllegalArgumentException(
                    "cobnut.hazelcast.port must be from 1 to 65535 in a cluster, where the other"
                            + " members look for it, but was 0");
        }
        String address = addressOf(bindAddress);
        ServerSocketEndpointConfig endpoint = endpoint(port).setPortAutoIncrement(false);
        if (!isPattern(address)) {
            endpoint.setPublicAddress(address);
        }
        open(config, endpoint, address);
        JoinConfig join = joinNobody(config, journalIdentity);
        join.getTcpIpConfig().setConnectionTimeoutSeconds(CONNECT_SECONDS_MAX);
        if (cluster.kubernetesService().isEmpty()) {
            config.setProperty("hazelcast.discovery.enabled", "true");
            join.getDiscoveryConfig()
                    .addDiscoveryStrategyConfig(
                            new DiscoveryStrategyConfig(
                                    new MemberLookup.Factory(cluster.lookedUp(), port)));
        } else {
            join.getKubernetesConfig()
                    .setEnabled(true)
                    .setProperty("service-dns", cluster.kubernetesService());
        }
        failureDetection(config, cluster);
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
        EndpointConfig memberEndpoint = endpoint.setName("member");
        memberEndpoint.getInterfaces().setEnabled(true).addInterface(interfaces);
        config.getAdvancedNetworkConfig().setMemberEndpointConfig(endpoint);
        config.getAdvancedNetworkConfig().getEndpointConfigs().remove(EndpointQualifier.CLIENT);
        config.setProperty("hazelcast.socket.bind.any", "false");
    }

    private static JoinConfig joinNobody(Config config, String nameSuffix) {
        config.setClusterName(config.getClusterName() + "@" + nameSuffix);
        JoinConfig join = config.getAdvancedNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(false);
        return join;
    }

    private static void failureDetection(Config config, ClusterSettings cluster) {
        config.setProperty("hazelcast.heartbeat.failuredetector.type", "deadline");
        config.setProperty("hazelcast.heartbeat.interval.seconds", "1");
        config.setProperty(
                "hazelcast.max.no.heartbeat.seconds",
                Long.toString(cluster.lostAfter().toSeconds()));
        long backup =
                Math.min(
                        BACKUP_MS_MAX,
                        cluster.lostAfter().toMillis() - BACKUP_FAILS_BEFORE_LOSS_MS);
        config.setProperty("hazelcast.operation.backup.timeout.millis", Long.toString(backup));
        config.setProperty("hazelcast.wait.seconds.before.join", "1");
        String merge = Long.toString(cluster.mergeInterval().toSeconds());
        config.setProperty("hazelcast.merge.first.run.delay.seconds", merge);
        config.setProperty("hazelcast.merge.next.run.delay.seconds", merge);
        config.setProperty(
                "hazelcast.graceful.shutdown.max.wait",
                Long.toString(cluster.leaveMax().toSeconds()));
    }

    /// Makes writes to the map need a majority. After a split, the entries of the larger side stay
    /// and those of the smaller side are dropped; the journal has the missing ones.
    public static MapConfig shared(MapConfig map) {
        return shared(map, DiscardMergePolicy.class.getName());
    }

    /// The same, with a merge policy for the entries of the two sides.
    public static MapConfig shared(MapConfig map, String mergePolicy) {
        return map.setSplitBrainProtectionName(MAJORITY)
                .setMergePolicyConfig(new MergePolicyConfig().setPolicy(mergePolicy));
    }

    private static boolean isPattern(String address) {
        return address.contains("*") || (address.contains("-") && !address.contains(":"));
    }

    /// Resolves a host name to its address; returns an address or a pattern unchanged.
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
