package dev.cobnut.web.security;

import dev.cobnut.framework.autoconfigure.settings.SettingsException;
import dev.cobnut.web.request.Identity;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// API keys from the settings.
///
/// A key is `<id>.<secret>`. Only its hash is known here. One round of SHA-256 is enough, because a
/// secret is random: nobody can try all secrets of 256 bits. The hashes are compared in constant
/// time, also for an id that does not exist.
final class ApiKeys implements Credentials {

    /// @param hash SHA-256 of the key, as hexadecimal digits
    private record Known(String hash, Identity identity) {}

    /// No key is known whose hash this is.
    private static final Known NOBODY = new Known("0".repeat(64), new Identity("", Set.of(), null));

    private final Map<String, Known> keys = new HashMap<>();

    /// @throws SettingsException when a key has a scope that does not exist
    ApiKeys(Map<String, SecuritySettings.Key> settings, AccessRules rules) {
        settings.forEach((id, key) -> {
            Set<String> unknown = new TreeSet<>(key.scopes());
            unknown.removeAll(rules.scopes());
            if (!unknown.isEmpty()) {
                throw new SettingsException(
                        "cobnut.security.keys.%s.scopes has %s; there are %s."
                                .formatted(
                                        id,
                                        String.join(", ", unknown),
                                        String.join(", ", new TreeSet<>(rules.scopes()))));
            }
            if (key.customer() != null && key.scopes().contains(rules.admin())) {
                throw new SettingsException(
                        "cobnut.security.keys.%s has a customer and the scope %s, which acts for all customers; take one of the two away."
                                .formatted(id, rules.admin()));
            }
            keys.put(
                    id,
                    new Known(
                            key.sha256().toLowerCase(Locale.ROOT),
                            new Identity("key:" + id, key.scopes(), key.customer())));
        });
    }

    @Override
    public Identity identify(String token) {
        int end = token.indexOf('.');
        Known known = end < 0 ? NOBODY : keys.getOrDefault(token.substring(0, end), NOBODY);
        byte[] given = HexFormat.of().formatHex(sha256(token)).getBytes(StandardCharsets.US_ASCII);
        if (!MessageDigest.isEqual(known.hash.getBytes(StandardCharsets.US_ASCII), given)) {
            throw Challenge.invalid("The API key is not valid.");
        }
        return known.identity;
    }

    @Override
    public boolean needsCustomer() {
        return false;
    }

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
