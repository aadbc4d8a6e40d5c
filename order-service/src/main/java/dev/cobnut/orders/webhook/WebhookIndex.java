package dev.cobnut.orders.webhook;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.LookupChange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/// All webhooks, found by a lookup of the journal. A row may be early or late: what a webhook is,
/// its stream says. Thread-safe; waits for the journal.
final class WebhookIndex {

    private static final String LOOKUP = "webhooks";
    private static final String ALL = "all";

    /// Rows of webhooks that were just deleted, beside those of the most that there may be.
    private static final int ROWS_MAX = 2 * WebhookSettings.WEBHOOKS_MAX;

    private static final Logger LOG = System.getLogger(WebhookIndex.class.getName());

    private final Journal journal;
    private final CommandGateway<Webhook, WebhookCommand> gateway;

    WebhookIndex(Journal journal, CommandGateway<Webhook, WebhookCommand> gateway) {
        this.journal = journal;
        this.gateway = gateway;
    }

    void put(String id) {
        journal.changeLookups(List.of(new LookupChange.Put(0, LOOKUP, ALL, id)));
    }

    void remove(String id) {
        journal.changeLookups(List.of(new LookupChange.Remove(0, LOOKUP, ALL, id)));
    }

    /// The webhooks that are not deleted, newest first, with their versions.
    List<Versioned<Webhook>> all() {
        List<Versioned<Webhook>> all = new ArrayList<>();
        for (String id : journal.findInLookup(LOOKUP, ALL, null, ROWS_MAX)) {
            try {
                gateway.state(gateway.stream(id))
                        .filter(webhook -> !webhook.state().deleted())
                        .ifPresent(all::add);
            } catch (UnreadableEventException e) {
                LOG.log(Level.ERROR, "the webhook " + id + " cannot be read, and sends nothing", e);
            }
        }
        return all;
    }
}
