/// Queues of messages for one reader, behind one contract, and the [Claim] that makes a thread the
/// one reader. Actors and entities are built on both.
///
/// In: messages from any thread, by [Mailbox#offer]. Out: the same messages, to the one thread that
/// holds the claim. A mailbox refuses a message with a value ([Mailbox.Offer]) and never drops one.
///
/// | kind | holds | cost of a message | memory when empty |
/// |---|---|---|---|
/// | [MailboxKind#LINKED] | up to its capacity | a monitor, a node per message | small |
/// | [MailboxKind#MPSC] | up to its capacity | one atomic step, nothing per message once it has grown | small at first |
/// | [MailboxKind#MPSC_ARRAY] | up to its capacity | one atomic step, nothing per message | an array of its capacity |
/// | [MailboxKind#MPSC_UNBOUNDED] | as many as the heap holds | two atomic steps, a chunk per 64 messages | a chunk |
/// | [MailboxKind#PRIORITY] | up to its capacity, and some control messages more | two atomic steps | small |
///
/// Promises:
///
/// - An accepted message comes out once.
/// - The messages of one sender keep their order; in a priority mailbox within their class.
/// - Closing and accepting have one order: nothing is accepted after the reader has found the
///   closed mailbox empty.
///
/// [Recipient], [TellResult] and [Backpressure] are the sender's side: who takes messages, what the
/// sender gets to know, and what happens when there is no room.
///
/// Depends on the JDK and JCTools.
@NullMarked
package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.NullMarked;
