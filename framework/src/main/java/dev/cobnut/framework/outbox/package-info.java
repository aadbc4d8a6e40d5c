/// What still has to leave: committed events on their way to the pipeline.
///
/// In: committed events, from the append ([OutboxFeed#admit]) or, after a crash or an overflow,
/// from the journal ([OutboxFeed#refill]). Out: [DeliveryPage]s, in order per stream
/// ([OutboxPublisher]).
///
/// ```text
/// IMap "outbox"   key   <version>@<stream>     in the stream's partition (partition key = what stands behind @)
///                 value OutboxEntry, Compact   status · createdAt · attempts · failure · event (EventFormat)
///                 index HASH status, SORTED createdAt (µs)
///                 no eviction, no time to live, at most `cobnut.outbox.entries-max` pending; what is beyond waits in the
///                 journal
/// ```
///
/// Alone, a node's events enter the map in the order of their positions ([SingleWriterFeed]) and
/// leave in it. In a cluster every member puts its events to where their stream is owned
/// ([SharedFeed]), in no order, and a [VersionGate] hands them out in the order of their versions.
///
/// Promises: an undelivered entry never leaves the map but by delivery; events of one stream leave
/// in the order of their versions; an event that cannot be delivered parks its own stream and no
/// other.
@NullMarked
package dev.cobnut.framework.outbox;

import org.jspecify.annotations.NullMarked;
