/// Actors whose accepted messages survive the process: a mailbox in the journal.
///
/// ```text
///  tell ──► journal: append to stream mailbox-<name>, fsync ──► Stored.Kept(sequence)
///                │ wakes
///                ▼
///           actor: read a page from its cursor ──► DurableHandler.handle(sequence, message)
///                                                     │ returned          │ throws
///                                                     ▼                   ▼
///                                        journal: publish (handled)   the same again, later;
///                                                                     after attemptsMax: set aside
/// ```
///
/// What the journal calls *unpublished* is here what is *not handled yet*. A restart finds it there
/// and goes on with the oldest.
///
/// Promises: a message that was answered [Stored.Kept] is handled at least once, in the order of
/// sequence numbers, also after `kill -9`; a handler can recognise what it has had by the sequence
/// number. A message that its handler cannot take is tried again with a growing pause, holds up
/// only its own mailbox, and after `attemptsMax` goes to the listener of what was set aside. One
/// that the codec cannot decode is never set aside: it holds its mailbox up, with a warning at each
/// try, until a version comes that can.
///
/// The journal is one of its own: events of an outbox have no place among messages. Uses journal,
/// event and `dispatch.actor`; dispatch knows nothing of it.
@NullMarked
package dev.cobnut.framework.durable;

import org.jspecify.annotations.NullMarked;
