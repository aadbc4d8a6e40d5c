package dev.cobnut.orders.webhook;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.RuntimeHandlers;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.orders.webhook.WebhookEvent.RedeliveryBegun;
import java.util.Set;

/// Follows the events of webhooks: keeps the index, forgets the cursors of former runs, and wakes
/// the runner. The member that owns the cursor of this handler runs all webhooks.
final class WebhookIndexer implements EventHandler {

    static final String NAME = "webhooks";

    private final CommandGateway<Webhook, WebhookCommand> gateway;
    private final EventCodec<WebhookEvent> codec;
    private final WebhookIndex index;
    private final RuntimeHandlers senders;
    private final Runnable changed;

    /// @param changed is told that a webhook is another now
    WebhookIndexer(
            CommandGateway<Webhook, WebhookCommand> gateway,
            EventCodec<WebhookEvent> codec,
            WebhookIndex index,
            RuntimeHandlers senders,
            Runnable changed) {
        this.gateway = gateway;
        this.codec = codec;
        this.index = index;
        this.senders = senders;
        this.changed = changed;
    }

    @Override
    public String name() {
        return NAME;
    }

    /// Without a cursor there was no webhook.
    @Override
    public Start start() {
        return Start.NOW;
    }

    @Override
    public Set<String> categories() {
        return Set.of(WebhookDecider.CATEGORY);
    }

    @Override
    public void handle(RecordedEvent event) {
        StreamId stream = event.stream();
        Webhook webhook =
                gateway.state(stream)
                        .orElseThrow(() -> new IllegalStateException(stream + " is not there yet"))
                        .state();
        if (webhook.deleted()) {
            index.remove(stream.id());
            senders.forget(webhook.cursor());
        } else if (event.version() == 1) {
            index.put(stream.id());
        }
        if (codec.classes().get(event.type()) == RedeliveryBegun.class
                && codec.decode(event) instanceof RedeliveryBegun(var run, _, _)) {
            senders.forget(webhook.cursor(run - 1));
        }
        changed.run();
    }
}
