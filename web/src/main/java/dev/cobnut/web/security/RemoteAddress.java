package dev.cobnut.web.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/// Names callers without an identity by their address. A network of IPv6 has more addresses than
/// can be counted, and one client has at least such a network, so its first 64 bits are the name.
final class RemoteAddress {

    private static final int NETWORK_BYTES = 8;

    private RemoteAddress() {}

    static String of(HttpServletRequest request) {
        String address = request.getRemoteAddr();
        return "address:" + (address.indexOf(':') < 0 ? address : network(address));
    }

    /// One address has several texts: that of a connection has no `::`, that of a proxy's header
    /// may have one anywhere.
    private static String network(String text) {
        try {
            InetAddress address = InetAddress.ofLiteral(text);
            return address instanceof Inet6Address
                    ? HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES)
                    : address.getHostAddress();
        } catch (IllegalArgumentException _) {
            return text; // no address: a proxy wrote something else
        }
    }
}
