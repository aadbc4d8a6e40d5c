package dev.cobnut.web.security;

import jakarta.servlet.http.HttpServletRequest;

/// Names callers without an identity by their address. A network of IPv6 has more addresses than
/// can be counted, and one client has at least such a network, so its first 64 bits are the name.
final class RemoteAddress {

    private static final int NETWORK_PARTS = 4;

    private RemoteAddress() {}

    static String of(HttpServletRequest request) {
        String address = request.getRemoteAddr();
        return "address:" + (address.indexOf(':') < 0 ? address : network(address));
    }

    /// Tomcat writes IPv6 addresses without `::`.
    private static String network(String address) {
        int end = -1;
        for (int part = 0; part < NETWORK_PARTS; part++) {
            int next = address.indexOf(':', end + 1);
            if (next < 0) {
                return address;
            }
            end = next;
        }
        return address.substring(0, end);
    }
}
