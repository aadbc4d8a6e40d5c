/// Entities: one bounded mailbox and one writer per key, in this process. Commands of an aggregate
/// run on it.
///
/// In: messages for a key, by [Entities#ask] (a future) or [Entities#askAndWait] (the caller waits
/// anyway, so its own thread does the work when the key is free). Out: an [AskResult] for every
/// message. A message that a mailbox does not take is answered `Rejected` at once.
///
/// ```text
///  ask, askAndWait ──► cell of the key ──► Entity.handle(message) ──► AskResult
///                       │ idle: the caller's own thread, inline
///                       └ busy: Mailbox (bounded) ──► a turn on a virtual thread, turnBatchMax messages long
///                                                       BatchingEntity: all waiting messages at once
///
///  resident   cells in the map         at most about residentMax, until idle for idleAfter
///  active     cells with a thread      at most about residentMax, then new keys are Rejected(FULL)
///  queued     messages in mailboxes    at most mailboxCapacity per key, then Rejected(FULL)
/// ```
///
/// Promises:
///
/// - A key has one writer at a time.
/// - The messages of one sender to one key are handled in their order.
/// - An accepted message is handled once, or is answered `Rejected(CLOSED)` and counted in the
///   [CloseReport].
/// - An idle entity holds no thread.
///
/// Not promised: state is lost in a passivation, a failure or a restart, so an [Entity] must be
/// able to rebuild it.
///
/// Depends on the mailboxes.
@NullMarked
package dev.cobnut.runtime.entity;

import org.jspecify.annotations.NullMarked;
