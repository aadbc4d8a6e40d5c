/// The durable log of events and the source of truth. An acknowledged event has been fsynced.
///
/// In: [AppendRequest]s (the events of one command, or of several decided one after the other) and
/// [Publication]s (positions that the pipeline has delivered). Out: an [AppendResult] for every
/// request, after the commit of its group. Reads: streams, commands, unpublished events, lookups.
///
/// The way of an append:
///
/// - [WriterQueues] hold it until the thread of [GroupCommit] takes the next group.
/// - [GroupPlan] decides every request of the group.
/// - A [GroupWriter] inserts the rows and commits.
/// - The [GroupListener] receives the outcomes.
///
/// ```text
/// events       position PK · stream · version · …            UNIQUE (stream, version) is the arbiter of every conflict
/// unpublished  position PK                                    what the pipeline has not delivered yet
/// commands     key PK · fingerprint · stream · version · …    idempotency, same transaction as the events; in SQLite command_log and command_keys
/// event_tags   (tag, position) PK · type                      by which decisions find events, same transaction as the events
/// lookups      (name, grp, item) PK                           secondary keys of views, same transaction as "published"; in SQLite by way of lookup_changes
/// ```
///
/// An append may have an [AppendCondition] and name several streams. [TaggedEvents] reads by tags.
///
/// Promises: durable, atomic per request, one winner per (stream, version), contiguous versions,
/// and no failure reported as success. `JournalContract` tests them.
@NullMarked
package dev.cobnut.framework.journal;

import org.jspecify.annotations.NullMarked;
