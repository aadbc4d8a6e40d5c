package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.actor.Supervision.Directive;

/// Is told what happens, from the thread where it happens. It must be quick; what it throws is
/// counted in [ActorMetrics#observerErrors] and changes nothing.
public interface ActorObserver {

    /// A message was not handled, or not to its end.
    default void deadLetter(DeadLetter letter) {}

    /// A message was not accepted; the sender knows.
    default void notAccepted(ActorRef<?> actor, TellResult result) {}

    /// A handler, a factory or a signal threw, and this is what becomes of the actor.
    default void failed(ActorRef<?> actor, Throwable cause, Directive directive) {}

    /// An actor goes on with a fresh behaviour.
    default void restarted(ActorRef<?> actor) {}

    /// An actor has come to its end.
    default void terminated(ActorRef<?> actor, Termination how) {}

    /// One message in [SystemSettings#sampleEvery] has left its mailbox.
    default void waited(ActorRef<?> actor, long nanos) {}

    /// Tells nobody.
    static ActorObserver none() {
        return new ActorObserver() {};
    }
}
