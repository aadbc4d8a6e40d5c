package dev.cobnut.sink.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;

/// Tells addresses of the public internet from those of private and special networks, by the
/// registries of IANA (RFC 6890,
/// [ipv4](https://www.iana.org/assignments/iana-ipv4-special-registry),
/// [ipv6](https://www.iana.org/assignments/iana-ipv6-special-registry)).
///
/// Of IPv6 only the global unicast addresses (2000::/3) are public, without those that carry an
/// IPv4 address (6to4, Teredo): what is behind them is not seen. NAT64 (64:ff9b::/96),
/// unique-local, link-local, multicast and loopback are outside of 2000::/3. An IPv4-mapped address
/// is an [Inet4Address] for Java.
final class PublicAddress {

    private record Block(int address, int bits) {

        boolean has(int other) {
            return (address ^ other) >>> (32 - bits) == 0;
        }
    }

    private static final List<Block> SPECIAL_V4 =
            List.of(
                    v4(0, 0, 0, 8), // this network
                    v4(10, 0, 0, 8), // private
                    v4(100, 64, 0, 10), // carrier-grade NAT
                    v4(127, 0, 0, 8), // loopback
                    v4(169, 254, 0, 16), // link-local, with the metadata services of clouds
                    v4(172, 16, 0, 12), // private
                    v4(192, 0, 0, 24), // protocol assignments
                    v4(192, 0, 2, 24), // documentation
                    v4(192, 88, 99, 24), // 6to4 relays
                    v4(192, 168, 0, 16), // private
                    v4(198, 18, 0, 15), // benchmarks
                    v4(198, 51, 100, 24), // documentation
                    v4(203, 0, 113, 24), // documentation
                    v4(224, 0, 0, 3), // multicast, reserved, broadcast
                    new Block(0xa83f_8110, 32)); // 168.63.129.16: Azure's host, to its machines

    private PublicAddress() {}

    private static Block v4(int first, int second, int third, int bits) {
        return new Block(first << 24 | second << 16 | third << 8, bits);
    }

    static boolean is(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            int value = ByteBuffer.wrap(bytes).getInt();
            return SPECIAL_V4.stream().noneMatch(block -> block.has(value));
        }
        long high = ByteBuffer.wrap(bytes).getLong();
        return high >>> 61 == 0x1 // 2000::/3
                && high >>> 41 != 0x2001_0000L >>> 9 // 2001::/23, with Teredo
                && high >>> 32 != 0x2001_0db8L // documentation
                && high >>> 48 != 0x2002L // 6to4
                && high >>> 44 != 0x3fff0L; // documentation
    }
}
