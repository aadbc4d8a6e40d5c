/// The durable log: the point of truth. What it acknowledged is fsynced, what it did not
/// acknowledge was not promised.
///
/// In: [AppendRequest]s (what one command leaves, or several that were decided one after the other)
/// and [Publication]s (what the pipeline has delivered). Out: an [AppendResult] for every request,
/// after the commit of the group that it was part of; reads of streams, of commands, of unpublished
/// events and of lookups.
///
/// ```text
/// events       position PK · stream · version · …            UNIQUE (stream, version) is the arbiter of every conflict
/// unpublished  position PK                                    what the pipeline has not delivered yet
/// commands     key PK · fingerprint · stream · version · …    idempotency, same transaction as the events
/// lookups      (name, grp, item) PK                           secondary keys of views, same transaction as "published"
/// ```
///
/// Promises: durable, atomic per request, one winner per (stream, version), contiguous versions,
/// and no failure that is reported as success. `JournalContract` is their test.
@NullMarked
package dev.cobnut.framework.journal;

import org.jspecify.annotations.NullMarked;
