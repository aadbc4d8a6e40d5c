package dev.cobnut.orders.api;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What a receiver does with a request before it believes it. `docs/webhooks.md` shows it.
final class WebhookVerifier {

    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final SecretKeySpec key;

    WebhookVerifier(String secret) {
        byte[] bytes = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        key = new SecretKeySpec(bytes, "HmacSHA256");
    }

    boolean isGenuine(String id, String timestamp, String signatures, byte[] body, Instant now)
            throws GeneralSecurityException {
        Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
        if (Duration.between(sent, now).abs().compareTo(TOLERANCE) > 0) {
            return false;
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(key);
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = mac.doFinal(body);
        for (String signature : signatures.split(" ", -1)) {
            if (signature.startsWith("v1,")
                    && MessageDigest.isEqual(
                            expected, Base64.getDecoder().decode(signature.substring(3)))) {
                return true;
            }
        }
        return false;
    }
}
