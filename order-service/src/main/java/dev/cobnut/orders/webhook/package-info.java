/// Webhooks: who wants to know what becomes of orders gives a URL, and gets each event as a signed
/// CloudEvent.
///
/// ```text
/// api ──▶ Webhooks ──▶ WebhookDecider        streams  webhook-<id>, a UUIDv7
///            │            register, change, pause, resume, rotate, redeliver, delete
///            └──▶ lookup  webhooks            group = all   item = id of a webhook
///
/// journal ──▶ WebhookIndexer ("webhooks", an event handler) ──▶ lookup; wakes the runner
///                  └── the member that owns its cursor ──▶ WebhookRunner
///                           runs one WebhookSender for each webhook (RuntimeHandlers):
///                           cursor webhook-<id>-<run> ──▶ HttpSink ──▶ GuardedClient ──▶ receiver
/// ```
///
/// No event, view or list has a secret: [WebhookSecrets] computes each from a key of the settings.
/// Without `cobnut.webhooks.enabled` there is nothing of this.
@NullMarked
package dev.cobnut.orders.webhook;

import org.jspecify.annotations.NullMarked;
