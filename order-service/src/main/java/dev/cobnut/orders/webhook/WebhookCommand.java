package dev.cobnut.orders.webhook;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a webhook can be told.
public sealed interface WebhookCommand {

    /// The parameters are those of [WebhookEvent.WebhookRegistered].
    ///
    /// @param room how many webhooks there are, and how many there may be
    record Register(
            UUID webhookId,
            String owner,
            @Nullable String customerId,
            String url,
            List<String> types,
            String key,
            long after,
            Room room)
            implements WebhookCommand {
        public Register {
            types = List.copyOf(types);
        }
    }

    /// @param url null: as it is
    /// @param types null: as they are
    /// @param paused null: as it is
    record Change(@Nullable String url, @Nullable List<String> types, @Nullable Boolean paused)
            implements WebhookCommand {
        public Change {
            types = types == null ? null : List.copyOf(types);
        }
    }

    /// @param key id of the key that the new secret is computed with
    /// @param overlap time for which the secret of before signs, too
    record RotateSecret(String key, Duration overlap) implements WebhookCommand {}

    /// @param after position after which events are sent again
    record Redeliver(long after) implements WebhookCommand {}

    record Delete() implements WebhookCommand {}

    /// @param all number of webhooks
    /// @param own number of webhooks of the caller
    record Room(int all, int max, int own, int ownMax) {}
}
