/// Durable actors with a mailbox in the journal: the implementation of
/// `dev.cobnut.runtime.durable`.
///
/// ```text
///  tell ──► journal: append to stream mailbox-<name>, fsync ──► Stored(sequence)
///                │ wakes
///                ▼
///           actor: read a page from its cursor ──► DurableHandler.handle(sequence, message)
///                                                     │ returned          │ throws
///                                                     ▼                   ▼
///                                        journal: publish (handled)   the same message again, later;
///                                                                     after attemptsMax: dead letters
/// ```
///
/// An *unpublished* event of the journal is a message that is *not handled yet*. A restart finds it
/// there and goes on with the oldest one.
///
/// The sequence number of a message is the version of its event. The promises also hold after `kill
/// -9`. A message that the codec cannot decode never becomes a dead letter. It holds up its
/// mailbox, with a warning at each attempt, until a version of the program can decode it.
///
/// The journal belongs to the durable actors alone, because events of an outbox must not stand
/// among messages. The package uses journal and event of the framework, and the runtime. The
/// runtime does not know it.
@NullMarked
package dev.cobnut.framework.durable;

import org.jspecify.annotations.NullMarked;
