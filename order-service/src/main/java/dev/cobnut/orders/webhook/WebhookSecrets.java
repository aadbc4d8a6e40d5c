package dev.cobnut.orders.webhook;

import dev.cobnut.orders.webhook.Webhook.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Computes the secrets that sign requests. None is stored: whoever reads the journal, a backup or
/// a feed of events learns no secret, and each member computes the same one.
///
/// ```text
/// secret  "whsec_" base64(HMAC-SHA256(key, "cobnut-webhook/" webhook id "/" generation))
/// key id  the first 8 hexadecimal digits of SHA-256(key); an event has it
/// ```
///
/// Thread-safe.
public final class WebhookSecrets {

    static final int KEY_BYTES_MIN = 32;
    static final int KEY_BYTES_MAX = 64;

    private static final String HMAC = "HmacSHA256";
    private static final int ID_DIGITS = 8;

    private final Map<String, SecretKeySpec> keys = new LinkedHashMap<>();

    /// @param keys in base64; the first one is for new secrets, the others for those of before
    /// @throws IllegalArgumentException with the end of a sentence about a key, which it does not
    ///   have
    WebhookSecrets(List<String> keys) {
        for (String key : keys) {
            byte[] bytes = bytes(key);
            this.keys.put(id(bytes), new SecretKeySpec(bytes, HMAC));
        }
    }

    private static byte[] bytes(String key) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(key);
        } catch (IllegalArgumentException _) {
            bytes = new byte[0]; // the message of the JDK may have a part of the key
        }
        if (bytes.length < KEY_BYTES_MIN || bytes.length > KEY_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "must be %d to %d random bytes in base64, for example of `openssl rand -base64 32`"
                            .formatted(KEY_BYTES_MIN, KEY_BYTES_MAX));
        }
        return bytes;
    }

    private static String id(byte[] key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
            return HexFormat.of().formatHex(digest).substring(0, ID_DIGITS);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /// Id of the key for new secrets.
    String currentKey() {
        return keys.keySet().iterator().next();
    }

    /// @return null when the key is not configured any more
    @Nullable String secret(UUID webhookId, Secret named) {
        SecretKeySpec key = keys.get(named.key());
        if (key == null) {
            return null;
        }
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            byte[] text =
                    ("cobnut-webhook/" + webhookId + "/" + named.generation())
                            .getBytes(StandardCharsets.UTF_8);
            return "whsec_" + Base64.getEncoder().encodeToString(mac.doFinal(text));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java platform has " + HMAC, e);
        }
    }

    /// Without the keys.
    @Override
    public String toString() {
        return "WebhookSecrets[" + keys.keySet() + "]";
    }
}
