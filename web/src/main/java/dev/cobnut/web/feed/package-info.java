/// The live feed over HTTP, as Server-Sent Events.
///
/// ```text
/// GET, Last-Event-ID ─▶ FeedAnswer ─▶ Feed ─▶ FeedTurn ─▶ EventStream ─▶ the client
/// ```
///
/// A feed is no request in the service: it has limits of its own, see
/// [dev.cobnut.framework.feed.FeedSettings]. [EventStream] is also for streams of other things.
@NullMarked
package dev.cobnut.web.feed;

import org.jspecify.annotations.NullMarked;
