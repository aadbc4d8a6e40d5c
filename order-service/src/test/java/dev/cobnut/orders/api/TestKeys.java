package dev.cobnut.orders.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.springframework.test.context.DynamicPropertyRegistry;

/// API keys of tests, each with the id of its caller.
final class TestKeys {

    private TestKeys() {}

    /// Adds the settings of a key.
    ///
    /// @param customer empty for a caller that acts for all customers
    static void add(DynamicPropertyRegistry properties, String id, String scopes, String customer) {
        String setting = "cobnut.security.keys." + id + ".";
        properties.add(setting + "sha256", () -> sha256(key(id)));
        properties.add(setting + "scopes", () -> scopes);
        if (!customer.isEmpty()) {
            properties.add(setting + "customer", () -> customer);
        }
    }

    static String key(String id) {
        return id + ".c2VjcmV0LW9mLWEta2V5LXdpdGgtMjU2LWJpdHMtb2Y-" + id.length();
    }

    /// The header of a request with the key.
    static String[] as(String id) {
        return new String[] {"Authorization", "Bearer " + key(id)};
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
