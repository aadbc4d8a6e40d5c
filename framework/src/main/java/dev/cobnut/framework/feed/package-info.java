/// The live feed: many clients follow the committed events, and one reader of the journal serves
/// all of them. It knows no HTTP.
///
/// ```text
/// Journal ─ Events ─▶ FeedTail ─▶ FeedWindow (the last events)
///                        └─ by topic ─▶ FeedSubscription (a bounded buffer) ─▶ the client's thread
/// Journal ─ JournalPages ─────────────▶ FeedSubscription, until it has reached the window
/// ```
///
/// In: a position and a [FeedFilter]. Out: the matching events after the position, in the order of
/// positions, each once, as [FeedTurn]s. A client that falls behind its buffer is ended
/// ([FeedEnd#TOO_SLOW]) and resumes after the last position that it has.
///
/// The reader exists only while there is a client. So without clients nothing is read.
@NullMarked
package dev.cobnut.framework.feed;

import org.jspecify.annotations.NullMarked;
