package dev.cobnut.orders.webhook;

import dev.cobnut.orders.webhook.WebhookEvent.RedeliveryBegun;
import dev.cobnut.orders.webhook.WebhookEvent.SecretRotated;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookChanged;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookDeleted;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookPaused;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookRegistered;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookResumed;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A webhook: the fold of its events. A deleted one stays, as deleted.
///
/// @param secrets which secrets sign; the newest first, at most two
/// @param run grows with each redelivery; part of the cursor's name
/// @param after the cursor of this run begins after this position
public record Webhook(
        UUID webhookId,
        String owner,
        @Nullable String customerId,
        String url,
        List<String> types,
        boolean paused,
        List<Secret> secrets,
        int run,
        long after,
        Instant registeredAt,
        boolean deleted) {

    /// Names a secret, which only [WebhookSecrets] can compute.
    ///
    /// @param generation 1 for the first one
    /// @param key id of the key that it is computed with
    /// @param until it signs until then; null for the current one
    public record Secret(int generation, String key, @Nullable Instant until) {}

    public Webhook {
        types = List.copyOf(types);
        secrets = List.copyOf(secrets);
    }

    /// Name of the cursor that its sender has in the journal.
    public String cursor() {
        return cursor(run);
    }

    String cursor(int ofRun) {
        return "webhook-" + webhookId + "-" + ofRun;
    }

    /// The secrets that sign now.
    List<Secret> secretsAt(Instant now) {
        return secrets.stream()
                .filter(secret -> secret.until() == null || secret.until().isAfter(now))
                .toList();
    }

    static Webhook evolve(@Nullable Webhook before, WebhookEvent event) {
        if (event instanceof WebhookRegistered registered) {
            return new Webhook(
                    registered.webhookId(),
                    registered.owner(),
                    registered.customerId(),
                    registered.url(),
                    registered.types(),
                    false,
                    List.of(new Secret(1, registered.key(), null)),
                    1,
                    registered.after(),
                    registered.registeredAt(),
                    false);
        }
        Webhook webhook = Objects.requireNonNull(before, "a webhook begins with its registration");
        return switch (event) {
            case WebhookRegistered _ -> throw new AssertionError("handled above");
            case WebhookChanged(var url, var types, _) ->
                    webhook.with(url, types, webhook.paused, webhook.secrets);
            case WebhookPaused(_) ->
                    webhook.with(webhook.url, webhook.types, true, webhook.secrets);
            case WebhookResumed(_) ->
                    webhook.with(webhook.url, webhook.types, false, webhook.secrets);
            case SecretRotated(var key, var formerUntil, _) -> {
                Secret former = webhook.secrets.getFirst();
                yield webhook.with(
                        webhook.url,
                        webhook.types,
                        webhook.paused,
                        List.of(
                                new Secret(former.generation() + 1, key, null),
                                new Secret(former.generation(), former.key(), formerUntil)));
            }
            case RedeliveryBegun(var run, var after, _) -> webhook.at(run, after, webhook.deleted);
            case WebhookDeleted(_) -> webhook.at(webhook.run, webhook.after, true);
        };
    }

    private Webhook with(
            String newUrl, List<String> newTypes, boolean pause, List<Secret> signing) {
        return new Webhook(
                webhookId,
                owner,
                customerId,
                newUrl,
                newTypes,
                pause,
                signing,
                run,
                after,
                registeredAt,
                deleted);
    }

    private Webhook at(int newRun, long newAfter, boolean isDeleted) {
        return new Webhook(
                webhookId,
                owner,
                customerId,
                url,
                types,
                paused,
                secrets,
                newRun,
                newAfter,
                registeredAt,
                isDeleted);
    }
}
