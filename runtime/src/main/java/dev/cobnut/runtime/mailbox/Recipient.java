package dev.cobnut.runtime.mailbox;

/// Takes messages: an actor, or the promise of an ask. A message carries one as its `replyTo` when
/// it wants an answer.
///
/// @param <M> messages
@FunctionalInterface
public interface Recipient<M> {

    /// Hands a message over. Any thread may call it. It waits only if the recipient is an actor
    /// with [Backpressure.Block].
    TellResult tell(M message);
}
