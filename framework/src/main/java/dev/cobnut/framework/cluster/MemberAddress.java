package dev.cobnut.framework.cluster;

/// Where another member is looked for.
///
/// @param host a name or an address
/// @param port 0 when none was given
record MemberAddress(String host, int port) {

    private static final int PORT_MAX = 65_535;

    /// @param text `host`, `host:port`, an IPv6 address, or `[IPv6 address]:port`
    /// @throws IllegalArgumentException with a sentence that quotes the text
    static MemberAddress parse(String text) {
        String given = text.strip();
        int bracket = given.indexOf(']');
        if (given.startsWith("[") && bracket > 0) {
            String host = given.substring(1, bracket);
            String rest = given.substring(bracket + 1);
            if (rest.isEmpty()) {
                return new MemberAddress(host, 0);
            }
            return new MemberAddress(host, rest.startsWith(":") ? port(text, rest) : refuse(text));
        }
        int colon = given.indexOf(':');
        boolean portFollows = colon >= 0 && colon == given.lastIndexOf(':');
        String host = portFollows ? given.substring(0, colon) : given;
        if (host.isEmpty() || host.chars().anyMatch(Character::isWhitespace)) {
            refuse(text);
        }
        return new MemberAddress(host, portFollows ? port(text, given.substring(colon)) : 0);
    }

    private static int port(String text, String withColon) {
        String digits = withColon.substring(1);
        if (!digits.matches("[0-9]{1,5}")) {
            return refuse(text);
        }
        int port = Integer.parseInt(digits);
        return port >= 1 && port <= PORT_MAX ? port : refuse(text);
    }

    private static int refuse(String text) {
        throw new IllegalArgumentException(
                "addresses has \""
                        + text
                        + "\", which is neither a host nor host:port with a port from 1 to "
                        + PORT_MAX);
    }
}
