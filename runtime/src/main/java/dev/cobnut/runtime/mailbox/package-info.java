/// Queues of messages for one reader, behind one contract: what an actor and an entity have in
/// front of them.
///
/// In: messages from any thread, by [Mailbox#offer]. Out: the same messages to the one thread that
/// may poll at the moment. What does not fit is refused with a value ([Offer]), never dropped.
///
/// | kind | holds | takes | memory when empty |
/// |---|---|---|---|
/// | [MailboxKind#LINKED] | up to its capacity | a monitor, a node per message | small |
/// | [MailboxKind#MPSC] | up to its capacity | one atomic step, nothing per message once it has grown | small at first |
/// | [MailboxKind#MPSC_ARRAY] | up to its capacity | one atomic step, nothing per message | an array of its capacity |
/// | [MailboxKind#MPSC_UNBOUNDED] | what the heap holds | two atomic steps, a chunk per 64 messages | a chunk |
/// | [MailboxKind#PRIORITY] | up to its capacity, and some control messages more | two atomic steps | small |
///
/// Promises: accepted messages come out once, those of one sender in their order (in a priority
/// mailbox within their class); closing and accepting have one order, so that nothing can be
/// accepted after the reader has found the closed mailbox empty.
///
/// Depends on the JDK and JCTools.
@NullMarked
package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.NullMarked;
