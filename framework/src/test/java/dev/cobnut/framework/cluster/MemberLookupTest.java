package dev.cobnut.framework.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.Config;
import com.hazelcast.logging.Logger;
import com.hazelcast.spi.discovery.DiscoveryNode;
import dev.cobnut.framework.node.TestMember;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberLookupTest {

    private final Map<String, InetAddress[]> names = new HashMap<>();

    /// Two containers came back with each other's addresses. Hazelcast had been given their names,
    /// recorded a connection for the wrong one of them, and the cluster stayed in pieces.
    @Test
    void hazelcastGetsAddressesAndNoNames() throws Exception {
        names.put("cobnut-2", addresses("172.19.0.4"));
        names.put("cobnut-3", addresses("172.19.0.5"));
        MemberLookup lookup = lookup("cobnut-2", "cobnut-3:6000");
        assertThat(found(lookup))
                .containsExactly(new Address("172.19.0.4", 5701), new Address("172.19.0.5", 6000));

        names.put("cobnut-2", addresses("172.19.0.5"));
        names.put("cobnut-3", addresses("172.19.0.4"));
        assertThat(found(lookup))
                .containsExactly(new Address("172.19.0.5", 5701), new Address("172.19.0.4", 6000))
                .allSatisfy(address -> assertThat(address.getHost()).startsWith("172.19.0."));
    }

    @Test
    void aNameMayHaveAnAddressForEachMember() throws Exception {
        names.put("members", addresses("10.1.0.1", "10.1.0.2", "10.1.0.3"));
        assertThat(found(lookup("members"))).hasSize(3);
    }

    @Test
    void aNameWithoutAnAddressIsLookedUpAgain() throws Exception {
        names.put("there", addresses("10.1.0.1"));
        MemberLookup lookup = lookup("away", "there");
        assertThat(found(lookup)).containsExactly(new Address("10.1.0.1", 5701));

        names.put("away", addresses("10.1.0.2"));
        assertThat(found(lookup)).hasSize(2);
    }

    @Test
    void addressesOfBothFamiliesMayHaveAPort() {
        assertThat(MemberAddress.parse("10.1.0.1")).isEqualTo(new MemberAddress("10.1.0.1", 0));
        assertThat(MemberAddress.parse("node_1:5702")).isEqualTo(new MemberAddress("node_1", 5702));
        assertThat(MemberAddress.parse("fd00::1")).isEqualTo(new MemberAddress("fd00::1", 0));
        assertThat(MemberAddress.parse("[fd00::1]")).isEqualTo(new MemberAddress("fd00::1", 0));
        assertThat(MemberAddress.parse("[fd00::1]:5702"))
                .isEqualTo(new MemberAddress("fd00::1", 5702));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":5701", "host:", "host:0", "host:65536", "a b", "[fd00::1]x"})
    void anAddressThatCannotBeOneIsRefused(String address) {
        assertThatThrownBy(() ->
                        new ClusterSettings(
                                3,
                                List.of("fine", address),
                                "",
                                Duration.ofSeconds(8),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(60)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("addresses has \"" + address + "\"");
    }

    @Test
    void aMemberThatOthersLookForNeedsAPort() {
        ClusterSettings settings = TestMember.settings(List.of(5701, 5702));
        assertThatThrownBy(
                        () -> ClusterConfig.member(new Config(), settings, "127.0.0.1", 0, "log"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 1 to 65535 in a cluster");
    }

    private MemberLookup lookup(String... members) {
        return new MemberLookup(
                List.of(members).stream().map(MemberAddress::parse).toList(),
                5701,
                host -> {
                    InetAddress[] known = names.get(host);
                    if (known == null) {
                        throw new UnknownHostException(host);
                    }
                    return known;
                },
                Logger.getLogger(MemberLookupTest.class));
    }

    private static List<Address> found(MemberLookup lookup) {
        List<Address> found = new ArrayList<>();
        for (DiscoveryNode node : lookup.discoverNodes()) {
            found.add(node.getPrivateAddress());
        }
        return found;
    }

    /// As a resolver gives them: with their name.
    private static InetAddress[] addresses(String... addresses) throws UnknownHostException {
        InetAddress[] all = new InetAddress[addresses.length];
        for (int i = 0; i < all.length; i++) {
            all[i] =
                    InetAddress.getByAddress(
                            "a-name", InetAddress.getByName(addresses[i]).getAddress());
        }
        return all;
    }
}
