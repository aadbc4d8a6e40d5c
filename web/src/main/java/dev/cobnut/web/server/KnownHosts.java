package dev.cobnut.web.server;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The hosts that a request may be for: `localhost`, IP addresses, and names that a setting adds.
///
/// A browser on this machine runs the pages of other sites, too. Let a name of such a site lead to
/// 127.0.0.1: the browser takes this service for that site, and lets its pages read and write here
/// (DNS rebinding). Such a request names the site as its host.
final class KnownHosts {

    /// Where something else decides who may call.
    static final KnownHosts ALL = new KnownHosts(null);

    private static final int PARTS = 4;
    private static final int DIGITS_MAX = 3;

    /// Null for all.
    private final @Nullable Set<String> names;

    private KnownHosts(@Nullable Set<String> names) {
        this.names = names;
    }

    static KnownHosts and(Collection<String> names) {
        return new KnownHosts(
                names.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /// @param host without its port; empty when the request names none
    boolean knows(String host) {
        if (names == null || host.isEmpty() || host.equals("localhost") || isAddress(host)) {
            return true;
        }
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.equals("localhost.")
                || name.endsWith(".localhost")
                || names.contains(name);
    }

    /// @param header value of `Host`, with or without a port
    boolean knowsHeader(String header) {
        int port = header.startsWith("[") ? -1 : header.indexOf(':');
        return knows(port < 0 ? header : header.substring(0, port));
    }

    /// A name has no colon, and its last part is not a number.
    private static boolean isAddress(String host) {
        if (host.startsWith("[") || host.indexOf(':') >= 0) {
            return true;
        }
        int parts = 1;
        int digits = 0;
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c == '.' && digits > 0) {
                parts++;
                digits = 0;
            } else if (c >= '0' && c <= '9' && digits < DIGITS_MAX) {
                digits++;
            } else {
                return false;
            }
        }
        return parts == PARTS && digits > 0;
    }
}
