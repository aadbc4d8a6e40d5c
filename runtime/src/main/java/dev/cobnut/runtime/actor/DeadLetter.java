package dev.cobnut.runtime.actor;

/// A message that was not handled to its end, and never will be.
///
/// @param recipient whose it was
/// @param message as it was told
public record DeadLetter(ActorRef<?> recipient, Object message, Cause cause) {

    /// Why.
    public sealed interface Cause {

        /// The handler threw.
        record HandlerFailed(Throwable thrown) implements Cause {}

        /// The mailbox was full, and its backpressure drops.
        record Dropped() implements Cause {}

        /// The actor stopped before it.
        record ActorStopped() implements Cause {}

        /// Nobody was there to be told that it was not accepted: a message from
        /// [ActorContext#pipeToSelf].
        record NotAccepted(TellResult result) implements Cause {}
    }
}
