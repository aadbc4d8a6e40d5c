/// Sends committed events to a URL: one HTTP request per event, a CloudEvent in JSON, signed.
///
/// ```text
/// EventHandler contract ──▶ HttpSink ──▶ POST application/cloudevents+json
///   cursor, order, retry      │            webhook-id, webhook-timestamp, webhook-signature
///   and parking per stream    │
///                             └── 2xx: handled · 429, 503: pause · other 5xx: retry · else: park
/// ```
///
/// What [HttpSink] promises, it has from [dev.cobnut.framework.handler]: at least once, and in
/// order within a stream. [GuardedClient] is for receivers whose address comes from a stranger.
@NullMarked
package dev.cobnut.sink.http;

import org.jspecify.annotations.NullMarked;
