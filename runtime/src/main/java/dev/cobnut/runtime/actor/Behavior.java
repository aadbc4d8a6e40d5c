package dev.cobnut.runtime.actor;

/// Handles the messages of an actor.
///
/// A class with fields, or a lambda. One thread at a time calls it, not always the same one. Each
/// call sees everything that the call before it wrote, so fields need neither locks nor `volatile`.
///
/// @param <M> messages
@FunctionalInterface
public interface Behavior<M> {

    /// Handles one message.
    ///
    /// It may block on the virtual dispatcher. It must not block on a pinned one, where it would
    /// stop every actor of its thread.
    ///
    /// @return the behaviour for the next message: `this` to stay, another one to become it, or
    ///   [#stopped()]
    /// @throws Exception makes the message a dead letter; [Supervision] decides what happens to the
    ///   actor
    Behavior<M> receive(ActorContext<M> context, M message) throws Exception;

    /// Handles an event of the actor's own life or of an actor that it watches. An exception is a
    /// failure of the actor. From [Signal.Stopped] and [Signal.Restarting] it is only reported.
    ///
    /// @return as [#receive]; ignored for [Signal.Stopped] and [Signal.Restarting]
    default Behavior<M> signal(ActorContext<M> context, Signal signal) throws Exception {
        return this;
    }

    /// A handler returns this to stop its actor. The messages in the mailbox go to the dead
    /// letters.
    @SuppressWarnings("unchecked") // it never reads a message
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
