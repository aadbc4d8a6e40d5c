package dev.cobnut.runtime.actor;

/// What an actor hears beside its messages, in [Behavior#signal].
public sealed interface Signal {

    /// The first signal of every behaviour that a factory has made, at the start and after a
    /// restart.
    record Started() implements Signal {}

    /// This behaviour has failed and will be replaced: let go of what it holds.
    record Restarting(Throwable cause) implements Signal {}

    /// The last signal: the actor and its children have stopped.
    record Stopped() implements Signal {}

    /// An actor that was watched, or a child, has stopped.
    record Terminated(ActorRef<?> actor, Termination how) implements Signal {}
}
