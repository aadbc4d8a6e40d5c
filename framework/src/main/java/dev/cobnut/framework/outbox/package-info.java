/// The outbox: committed events that are not delivered yet.
///
/// In: committed events, from the append ([OutboxFeed#admit]) or, after a crash or an overflow,
/// from the journal ([OutboxFeed#refill]). Out: pending entries, for the publisher of the delivery
/// ([OutboxStore#pollPending]).
///
/// ```text
/// IMap "outbox"   key   <version>@<stream>     in the stream's partition (partition key: the part after @)
///                 value OutboxEntry, Compact   createdAt · event (EventFormat)
///                 index SORTED createdAt (µs)
///                 no eviction, no time to live, at most `cobnut.outbox.entries-max` entries; further events
///                 wait in the journal
/// ```
///
/// On a single node, events enter the map in the order of their positions ([SingleWriterFeed]) and
/// are delivered in that order. In a cluster, every member sends its events to the owners of their
/// streams ([SharedFeed]), in no order. The delivery then puts the events of each stream in the
/// order of their versions. Either feed also hands new entries over to the publisher of this
/// member, which then needs no poll for them.
///
/// Promises: only the delivery of its event, or the parking of its stream, removes an entry from
/// the map. Events of one stream are delivered in the order of their versions. Events of parked
/// streams are in the journal and not in the map.
@NullMarked
package dev.cobnut.framework.outbox;

import org.jspecify.annotations.NullMarked;
