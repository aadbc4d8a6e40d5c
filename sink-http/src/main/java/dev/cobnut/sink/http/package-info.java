/// Sends committed events to a URL: one HTTP request per event, a CloudEvent in JSON, signed.
///
/// ```text
/// EventHandler contract ──▶ HttpSink ──▶ POST application/cloudevents+json
///   cursor, order, retry      │            webhook-id, webhook-timestamp, webhook-signature
///   and parking per stream    │
///                             └── 2xx: handled · 429, 503: pause · other 5xx: retry · else: park
/// ```
///
/// [HttpSink] is the only public type. What it promises, it has from
/// [dev.cobnut.framework.handler]: at least once, and in order within a stream.
@NullMarked
package dev.cobnut.sink.http;

import org.jspecify.annotations.NullMarked;
