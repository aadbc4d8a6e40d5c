package dev.cobnut.web.security;

import java.util.List;
import java.util.Set;

/// What a service asks of its callers. An application declares a bean of it.
///
/// ```text
/// GET, HEAD, OPTIONS                      read
/// every other method                      write
/// the actuator: metrics, prometheus, info metrics, or admin
/// the actuator: everything else           admin
/// open paths; health, /livez, /readyz     nothing
/// ```
///
/// @param read scope of the methods that change nothing
/// @param write scope of all other methods
/// @param admin scope of the actuator. Who has it acts for all customers
/// @param metrics scope of the actuator's figures
/// @param open patterns of paths that everybody may read, for example `/docs/**`
public record AccessRules(
        String read, String write, String admin, String metrics, List<String> open) {

    public AccessRules {
        open = List.copyOf(open);
    }

    /// Scopes with a prefix: `orders:read`, `orders:write`, `orders:admin` and `orders:metrics`.
    ///
    /// @param prefix empty for scopes without one
    public static AccessRules of(String prefix) {
        String start = prefix.isEmpty() ? "" : prefix + ":";
        return new AccessRules(
                start + "read", start + "write", start + "admin", start + "metrics", List.of());
    }

    /// The same with these open paths.
    public AccessRules withOpen(String... patterns) {
        return new AccessRules(read, write, admin, metrics, List.of(patterns));
    }

    Set<String> scopes() {
        return Set.of(read, write, admin, metrics);
    }
}
