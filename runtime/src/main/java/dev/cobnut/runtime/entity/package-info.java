/// The runtime under the order path: one bounded mailbox and one writer per key, in this process.
///
/// In: messages for a key, by [Entities#ask] (a future) or [Entities#askAndWait] (the caller waits
/// anyway, so its own thread does the work when nobody else does). Out: an [AskResult] for every
/// message; what a mailbox does not take is answered `Rejected`, at once.
///
/// ```text
///  ask, askAndWait ──► cell of the key ──► Entity.handle(message) ──► AskResult
///                       │ idle: the caller's own thread, inline
///                       └ busy: Mailbox (bounded) ──► a turn on a virtual thread, turnBatchMax messages long
///                                                       BatchingEntity: what waits, at once
///
///  resident   cells in the map         at most about residentMax, until idle for idleAfter
///  active     cells with a thread      at most about residentMax, then new keys are Rejected(FULL)
///  queued     messages in mailboxes    at most mailboxCapacity per key, then Rejected(FULL)
/// ```
///
/// Promises: one writer per key at a time; the messages of one sender to one key in their order; an
/// accepted message is handled once, or is answered `Rejected(CLOSED)` and counted in the
/// [CloseReport]; an idle entity holds no thread. Not promised: state. It is gone after a
/// passivation, a failure or a restart, so an [Entity] can rebuild it.
///
/// Depends on the JDK and JCTools, on nothing else of ours.
@NullMarked
package dev.cobnut.runtime.entity;

import org.jspecify.annotations.NullMarked;
