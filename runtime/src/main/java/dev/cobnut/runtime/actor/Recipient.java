package dev.cobnut.runtime.actor;

/// Somebody who takes messages: an actor, or the promise of an ask. What a message carries when it
/// wants an answer (`replyTo`).
///
/// @param <M> messages
@FunctionalInterface
public interface Recipient<M> {

    /// Hands a message over. Any thread may call it; it waits only where an actor's mailbox was
    /// given [Backpressure.Block].
    TellResult tell(M message);
}
