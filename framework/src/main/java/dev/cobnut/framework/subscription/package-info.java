/// Reads the events of all streams by program: as a `Stream` that ends, or as a `Flow.Publisher`
/// that goes on.
///
/// ```text
/// Journal ─ JournalPages ─▶ EventSpliterator  ─▶ Stream<RecordedEvent>      pulled by its user
///                        ─▶ EventSubscription ─▶ Flow.Subscriber            as many as it asks for
/// ```
///
/// In: positions and an [EventFilter]. Out: committed events, in the order of their positions, each
/// once. Nothing is remembered here: an event handler has a durable position, a subscriber has not.
@NullMarked
package dev.cobnut.framework.subscription;

import org.jspecify.annotations.NullMarked;
