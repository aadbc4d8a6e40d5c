package dev.cobnut.runtime.actor;

/// What an actor does with its next message.
///
/// A class with fields, or a lambda. One thread at a time calls it, not always the same; each call
/// sees what the one before it wrote, so that fields need neither locks nor `volatile`.
///
/// @param <M> messages
@FunctionalInterface
public interface Behavior<M> {

    /// Handles one message.
    ///
    /// On the virtual dispatcher it may block. On a pinned one it must not: it would stop every
    /// actor of its thread.
    ///
    /// @return the behaviour for the next message: `this` to stay, another one to become it, or
    ///   [#stopped()]
    /// @throws Exception then the message is a dead letter, and [Supervision] decides about the
    ///   actor
    Behavior<M> receive(ActorContext<M> context, M message) throws Exception;

    /// Hears of the actor's own life and of the actors that it watches. What it throws is handled
    /// as a failure, except from [Signal.Stopped] and [Signal.Restarting], where it is only
    /// reported.
    ///
    /// @return as [#receive]; of no meaning for [Signal.Stopped] and [Signal.Restarting]
    default Behavior<M> signal(ActorContext<M> context, Signal signal) throws Exception {
        return this;
    }

    /// The behaviour to return when there should be no next message: the actor stops, what is left
    /// in its mailbox goes to the dead letters.
    @SuppressWarnings("unchecked") // it never looks at a message
    static <M> Behavior<M> stopped() {
        return (Behavior<M>) StoppedBehavior.INSTANCE;
    }
}

/// Compared by identity, never called.
enum StoppedBehavior implements Behavior<Object> {
    INSTANCE;

    @Override
    public Behavior<Object> receive(ActorContext<Object> context, Object message) {
        throw new IllegalStateException("a stopped actor was given a message");
    }
}
