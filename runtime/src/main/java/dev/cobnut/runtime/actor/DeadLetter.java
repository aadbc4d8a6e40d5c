package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.TellResult;

/// A message that was not handled to its end and never will be.
///
/// @param recipient the actor that it was told
/// @param message the message as it was told
public record DeadLetter(ActorRef<?> recipient, Object message, Cause cause) {

    /// The reason.
    public sealed interface Cause {

        /// The handler threw.
        record HandlerFailed(Throwable thrown) implements Cause {}

        /// The mailbox was full, and its backpressure drops messages.
        record Dropped() implements Cause {}

        /// The actor stopped before it could handle the message.
        record ActorStopped() implements Cause {}

        /// A message from [ActorContext#pipeToSelf] was not accepted, so no sender got the result.
        record NotAccepted(TellResult result) implements Cause {}
    }
}
