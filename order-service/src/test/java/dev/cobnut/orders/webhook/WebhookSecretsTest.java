package dev.cobnut.orders.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.orders.webhook.Webhook.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How secrets are computed, and which keys are accepted.
class WebhookSecretsTest {

    private static final UUID ID = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String OTHER = "/".repeat(44);

    private static Secret named(WebhookSecrets secrets, int generation) {
        return new Secret(generation, secrets.currentKey(), null);
    }

    /// A change of this value would take their secrets from all receivers.
    @Test
    void theSecretOfAKeyIsAlwaysTheSame() {
        WebhookSecrets secrets = new WebhookSecrets(List.of(KEY));
        assertThat(secrets.currentKey()).isEqualTo("66687aad");
        assertThat(secrets.secret(ID, named(secrets, 1)))
                .isEqualTo("whsec_ABShQqHFpjCSksI4JoLe73Orj2qcDDxa5UHY6ini6BY=");
    }

    @Test
    void everyWebhookAndGenerationHasASecretOfItsOwn() {
        WebhookSecrets secrets = new WebhookSecrets(List.of(KEY));
        Set<String> all = new HashSet<>();
        for (int generation = 1; generation <= 5; generation++) {
            for (int webhook = 0; webhook < 5; webhook++) {
                all.add(
                        String.valueOf(
                                secrets.secret(new UUID(7, webhook), named(secrets, generation))));
            }
        }
        assertThat(all).hasSize(25).allMatch(secret -> secret.startsWith("whsec_"));
    }

    @Test
    void anOlderKeyServesItsSecretsUntilItIsGone() {
        WebhookSecrets before = new WebhookSecrets(List.of(KEY));
        WebhookSecrets both = new WebhookSecrets(List.of(OTHER, KEY));
        WebhookSecrets after = new WebhookSecrets(List.of(OTHER));
        Secret old = named(before, 1);

        assertThat(both.currentKey()).isEqualTo(after.currentKey()).isNotEqualTo(old.key());
        assertThat(both.secret(ID, old)).isEqualTo(before.secret(ID, old));
        assertThat(after.secret(ID, old)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "c2hvcnQ=", "not base64 at all, but long enough for 32 bytes!!"})
    void aKeyThatIsNoneIsRefusedAndNotRepeated(String key) {
        assertThatThrownBy(() -> settings(true, List.of(key)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cobnut.webhooks.keys: each must be 32 to 64 random bytes")
                .hasMessageNotContaining("not base64")
                .hasMessageNotContaining("c2hvcnQ");
    }

    @Test
    void withoutAKeyThereAreNoWebhooks() {
        assertThatThrownBy(() -> settings(true, List.of()))
                .hasMessageStartingWith("cobnut.webhooks.keys is missing");
        assertThat(settings(false, List.of()).enabled()).isFalse();
    }

    @Test
    void theKeysAreInNoText() {
        assertThat(settings(true, List.of(KEY)).toString()).doesNotContain(KEY);
        assertThat(new WebhookSecrets(List.of(KEY)).toString()).doesNotContain(KEY);
    }

    private static WebhookSettings settings(boolean enabled, List<String> keys) {
        return new WebhookSettings(
                enabled,
                keys,
                100,
                10,
                false,
                URI.create("/orders"),
                4,
                256,
                12,
                Duration.ofSeconds(1),
                Duration.ofMinutes(5),
                1_000,
                Duration.ofHours(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofHours(24),
                Duration.ofMillis(200),
                Duration.ofSeconds(5));
    }
}
