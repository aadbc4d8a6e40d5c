/// Streams of events: append with an expected version, and read.
///
/// In: [dev.cobnut.framework.journal.AppendRequest]s. Out:
/// [dev.cobnut.framework.journal.AppendResult]s and events.
///
/// ```text
/// IMap "event-streams"   key   <stream>
///                        value StreamEntry    first and last version · the events between, as EventFormat
///                        at most `cobnut.streams.entries-max` streams and the last `cobnut.streams.events-max` events
///                        of each, up to 256 KiB; the rest is read from the journal
/// ```
///
/// Promise: a read that begins after the answer to an append sees the events. In a cluster, it may
/// see an older copy while a member is being lost ([SharedCopies]). No decision rests on such a
/// copy.
@NullMarked
package dev.cobnut.framework.eventstore;

import org.jspecify.annotations.NullMarked;
