package dev.cobnut.orders.webhook;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.webhook.WebhookCommand.Change;
import dev.cobnut.orders.webhook.WebhookCommand.Delete;
import dev.cobnut.orders.webhook.WebhookCommand.Redeliver;
import dev.cobnut.orders.webhook.WebhookCommand.Register;
import dev.cobnut.orders.webhook.WebhookCommand.Room;
import dev.cobnut.orders.webhook.WebhookCommand.RotateSecret;
import dev.cobnut.orders.webhook.WebhookEvent.RedeliveryBegun;
import dev.cobnut.orders.webhook.WebhookEvent.SecretRotated;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookChanged;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookDeleted;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookPaused;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookRegistered;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookResumed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules of a webhook. The address of a receiver is checked before, by
/// [dev.cobnut.sink.http.GuardedClient], because that asks name servers.
public final class WebhookDecider implements Decider<Webhook, WebhookCommand, WebhookEvent> {

    /// Category of the webhooks' streams.
    public static final String CATEGORY = "webhook";

    private final EventCodec<WebhookEvent> codec =
            JsonEventCodec.of(WebhookEvent.class, OrderDecider.storedForm());

    @Override
    public String category() {
        return CATEGORY;
    }

    @Override
    public EventCodec<WebhookEvent> codec() {
        return codec;
    }

    @Override
    public Decision<WebhookEvent> decide(
            @Nullable Webhook webhook, WebhookCommand command, Instant now) {
        if (command instanceof Register register) {
            return webhook == null
                    ? register(register, now)
                    : Decision.refused("registered", "The webhook is registered already.");
        }
        if (webhook == null || webhook.deleted()) {
            return Decision.missing();
        }
        return switch (command) {
            case Register _ -> throw new AssertionError("handled above");
            case Change change -> new Decision.Accepted<>(changes(webhook, change, now));
            case RotateSecret(var key, var overlap) ->
                    Decision.accepted(new SecretRotated(key, now.plus(overlap), now));
            case Redeliver(var after) ->
                    Decision.accepted(new RedeliveryBegun(webhook.run() + 1, after, now));
            case Delete() -> Decision.accepted(new WebhookDeleted(now));
        };
    }

    private static Decision<WebhookEvent> register(Register wanted, Instant now) {
        Room room = wanted.room();
        if (room.own() >= room.ownMax() || room.all() >= room.max()) {
            return Decision.refused(
                    "too-many-webhooks",
                    room.all() >= room.max()
                            ? "There are %d webhooks, the most that there may be."
                                    .formatted(room.all())
                            : "You have %d webhooks, the most that a caller may have."
                                    .formatted(room.own()));
        }
        return Decision.accepted(
                new WebhookRegistered(
                        wanted.webhookId(),
                        wanted.owner(),
                        wanted.customerId(),
                        wanted.url(),
                        wanted.types(),
                        wanted.key(),
                        wanted.after(),
                        now));
    }

    private static List<WebhookEvent> changes(Webhook webhook, Change change, Instant now) {
        List<WebhookEvent> events = new ArrayList<>();
        String url = change.url() == null ? webhook.url() : change.url();
        List<String> types = change.types() == null ? webhook.types() : change.types();
        if (!url.equals(webhook.url()) || !types.equals(webhook.types())) {
            events.add(new WebhookChanged(url, types, now));
        }
        Boolean paused = change.paused();
        if (paused != null && paused != webhook.paused()) {
            events.add(paused ? new WebhookPaused(now) : new WebhookResumed(now));
        }
        return events;
    }

    @Override
    public Webhook evolve(@Nullable Webhook webhook, WebhookEvent event) {
        return Webhook.evolve(webhook, event);
    }
}
