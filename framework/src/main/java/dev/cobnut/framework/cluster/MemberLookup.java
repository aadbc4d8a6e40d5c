package dev.cobnut.framework.cluster;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.properties.PropertyDefinition;
import com.hazelcast.logging.ILogger;
import com.hazelcast.spi.discovery.AbstractDiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryNode;
import com.hazelcast.spi.discovery.DiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryStrategyFactory;
import com.hazelcast.spi.discovery.SimpleDiscoveryNode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the other members by their configured names, and gives Hazelcast addresses only.
///
/// Hazelcast's own TCP/IP join keeps the names. It resolves a name once to connect, and once more
/// to record whose connection it is. When members come back with each other's addresses, as
/// containers do, the two can differ: the connection is recorded for the wrong member, whose
/// messages then go to another one, and the cluster does not become whole again.
final class MemberLookup extends AbstractDiscoveryStrategy {

    private static final Logger LOG = LoggerFactory.getLogger(MemberLookup.class);

    private final List<MemberAddress> members;
    private final int ownPort;
    private final Resolver resolver;
    private final Set<String> unknown = new HashSet<>();

    MemberLookup(List<MemberAddress> members, int ownPort, Resolver resolver, ILogger logger) {
        super(logger, Map.of());
        this.members = members;
        this.ownPort = ownPort;
        this.resolver = resolver;
    }

    /// The addresses of all names that are known now. Hazelcast asks before it joins, and at each
    /// search for the other part of a split cluster.
    @Override
    public synchronized Iterable<DiscoveryNode> discoverNodes() {
        List<DiscoveryNode> found = new ArrayList<>();
        for (MemberAddress member : members) {
            int port = member.port() == 0 ? ownPort : member.port();
            for (InetAddress address : resolve(member.host())) {
                found.add(new SimpleDiscoveryNode(new Address(address, port), null, Map.of()));
            }
        }
        return found;
    }

    private InetAddress[] resolve(String host) {
        try {
            InetAddress[] addresses = resolver.resolve(host);
            if (unknown.remove(host)) {
                LOG.info("the name {} of a member has an address again", host);
            }
            return addresses;
        } catch (UnknownHostException e) {
            if (unknown.add(host)) {
                LOG.info(
                        "the name {} of a member has no address now; it is looked up again at each"
                                + " attempt ({})",
                        host,
                        e.getMessage());
            }
            return new InetAddress[0];
        }
    }

    /// How a name becomes addresses.
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /// Makes the lookup for a member that starts.
    record Factory(List<MemberAddress> members, int ownPort) implements DiscoveryStrategyFactory {

        @Override
        public Class<? extends DiscoveryStrategy> getDiscoveryStrategyType() {
            return MemberLookup.class;
        }

        @Override
        @SuppressWarnings("rawtypes") // the interface's own signature
        public DiscoveryStrategy newDiscoveryStrategy(
                DiscoveryNode node, ILogger logger, Map<String, Comparable> properties) {
            return new MemberLookup(members, ownPort, InetAddress::getAllByName, logger);
        }

        @Override
        public Collection<PropertyDefinition> getConfigurationProperties() {
            return List.of();
        }
    }
}
