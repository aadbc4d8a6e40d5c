package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.actor.Supervision.Directive;
import dev.cobnut.runtime.mailbox.TellResult;

/// Gets the events of a system, on the thread where they happen. It must be quick. Its exceptions
/// are counted in [ActorMetrics#observerErrors] and change nothing.
public interface ActorObserver {

    /// A message was not handled to its end.
    default void deadLetter(DeadLetter letter) {}

    /// A message was not accepted. The sender has the result.
    default void notAccepted(ActorRef<?> actor, TellResult result) {}

    /// A handler, a factory or a signal threw.
    ///
    /// @param directive what happens to the actor
    default void failed(ActorRef<?> actor, Throwable cause, Directive directive) {}

    /// An actor goes on with a fresh behaviour.
    default void restarted(ActorRef<?> actor) {}

    /// An actor has come to its end.
    default void terminated(ActorRef<?> actor, Termination how) {}

    /// A sampled message, one in [ActorSystem.Settings#sampleEvery], has left its mailbox.
    default void waited(ActorRef<?> actor, long nanos) {}

    /// Ignores everything.
    static ActorObserver none() {
        return new ActorObserver() {};
    }
}
