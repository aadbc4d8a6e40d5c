package dev.cobnut.runtime.actor;

/// An event that an actor hears beside its messages, in [Behavior#signal].
public sealed interface Signal {

    /// The first signal of every behaviour that a factory makes, at the start and after a restart.
    record Started() implements Signal {}

    /// This behaviour has failed and will be replaced. It should release its resources.
    record Restarting(Throwable cause) implements Signal {}

    /// The last signal: the actor and its children have stopped.
    record Stopped() implements Signal {}

    /// A watched actor or a child has stopped.
    record Terminated(ActorRef<?> actor, Termination how) implements Signal {}
}
