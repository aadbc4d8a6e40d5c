package dev.cobnut.sink.http;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Signs requests as Standard Webhooks 1.0.0 asks for, with symmetric secrets
/// (<https://www.standardwebhooks.com>). Thread-safe.
///
/// ```text
/// webhook-signature   v1,base64(HMAC-SHA256(secret, webhook-id "." webhook-timestamp "." body))
///                     one per secret, with a space between two
/// ```
final class WebhookSignature {

    static final String PREFIX = "whsec_";
    private static final int SECRET_BYTES_MIN = 24;
    private static final int SECRET_BYTES_MAX = 64;
    private static final String HMAC = "HmacSHA256";

    private final List<SecretKeySpec> keys;

    /// @param secrets each `whsec_` and 24 to 64 bytes in base64; in a rotation the new and the old
    /// @throws IllegalArgumentException when one is not; the message does not have the secret
    WebhookSignature(List<String> secrets) {
        keys = secrets.stream().map(WebhookSignature::key).toList();
    }

    private static SecretKeySpec key(String secret) {
        byte[] bytes = {};
        if (secret.startsWith(PREFIX)) {
            try {
                bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            } catch (IllegalArgumentException e) {
                throw invalid(e);
            }
        }
        if (bytes.length < SECRET_BYTES_MIN || bytes.length > SECRET_BYTES_MAX) {
            throw invalid(null);
        }
        return new SecretKeySpec(bytes, HMAC);
    }

    private static IllegalArgumentException invalid(@Nullable Exception cause) {
        return new IllegalArgumentException(
                "is "
                        + PREFIX
                        + " and then "
                        + SECRET_BYTES_MIN
                        + " to "
                        + SECRET_BYTES_MAX
                        + " random bytes in base64",
                cause);
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /// The value of `webhook-signature`.
    ///
    /// @param timestampSeconds since 1970-01-01T00:00Z
    String of(String id, long timestampSeconds, byte[] body) {
        byte[] head = (id + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8);
        return keys.stream()
                .map(key -> "v1," + Base64.getEncoder().encodeToString(sign(key, head, body)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] sign(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(head);
            return mac.doFinal(body);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
