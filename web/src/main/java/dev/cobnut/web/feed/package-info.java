/// The live feed over HTTP, as Server-Sent Events.
///
/// ```text
/// GET, Last-Event-ID ─▶ FeedAnswer ─▶ Feed ─▶ FeedTurn ─▶ ServerSentEvents ─▶ the client
/// ```
///
/// A feed is no request in the service: it has limits of its own, see
/// [dev.cobnut.framework.feed.FeedSettings].
@NullMarked
package dev.cobnut.web.feed;

import org.jspecify.annotations.NullMarked;
