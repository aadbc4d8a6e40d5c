package dev.cobnut.orders.webhook;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The events of a webhook. They are stored for ever, see [dev.cobnut.orders.domain.OrderEvent].
/// None has a secret.
public sealed interface WebhookEvent {

    /// @param owner the caller that registered it; empty without authentication
    /// @param customerId only events of this customer's orders are sent; null: of all
    /// @param types only events of these types are sent; empty: of all
    /// @param key id of the key that its secret is computed with
    /// @param after position in the journal after which its events begin
    record WebhookRegistered(
            UUID webhookId,
            String owner,
            @Nullable String customerId,
            String url,
            List<String> types,
            String key,
            long after,
            Instant registeredAt)
            implements WebhookEvent {
        public WebhookRegistered {
            types = List.copyOf(types);
        }
    }

    /// @param url from now on
    /// @param types from now on
    record WebhookChanged(String url, List<String> types, Instant changedAt)
            implements WebhookEvent {
        public WebhookChanged {
            types = List.copyOf(types);
        }
    }

    record WebhookPaused(Instant pausedAt) implements WebhookEvent {}

    record WebhookResumed(Instant resumedAt) implements WebhookEvent {}

    /// @param key id of the key that the new secret is computed with
    /// @param formerUntil the secret of before signs, too, until then
    record SecretRotated(String key, Instant formerUntil, Instant rotatedAt)
            implements WebhookEvent {}

    /// @param run number of the run that begins; the first one is 1
    /// @param after the events after this position are sent again; what was parked is forgotten
    record RedeliveryBegun(int run, long after, Instant begunAt) implements WebhookEvent {}

    record WebhookDeleted(Instant deletedAt) implements WebhookEvent {}
}
