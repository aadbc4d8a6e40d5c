package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.TellResult;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/// The things that an actor can do beside handling messages. For use inside its own handler only,
/// on the thread that runs it. [#self] may be kept and given away.
///
/// @param <M> messages of the actor
public sealed interface ActorContext<M> permits ActorLife {

    ActorRef<M> self();

    ActorSystem system();

    // ---- children

    /// Starts an actor that stops with this one. This actor hears of its end ([Signal.Terminated]).
    <C> ActorRef<C> spawn(ActorSpec<C> spec);

    /// @param name part of its path; need not be unique
    <C> ActorRef<C> spawn(String name, ActorSpec<C> spec);

    /// The children that have not stopped yet.
    Set<ActorRef<?>> children();

    // ---- watching

    /// Hears of the end of another actor as [Signal.Terminated], once, even if it has stopped
    /// already.
    void watch(ActorRef<?> other);

    /// Ends a watch.
    void unwatch(ActorRef<?> other);

    // ---- messages

    /// Hands the message that is being handled, or one made from it, to another actor. The promise
    /// of an ask goes with it: if the other actor cannot take the message or fails at it, the asker
    /// is answered accordingly.
    <T> TellResult forward(ActorRef<T> other, T message);

    /// Sets the message that is being handled aside, for later.
    ///
    /// @param message the one that is being handled
    /// @return false when the stash is full ([ActorSpec#stashMax]); nothing is done then
    boolean stash(M message);

    /// Handles the stashed messages next, in their order and before the mailbox.
    void unstashAll();

    /// Number of stashed messages.
    int stashed();

    /// Tells this actor the result of an ask as a message, without waiting for it.
    <R> void pipeToSelf(Ask<R> ask, Function<? super AskResult<R>, ? extends M> message);

    // ---- timers

    /// Hands this message to the actor once, after a while. Replaces the timer of the same key.
    ///
    /// @param key with equals and hashCode
    void startTimer(Object key, M message, Duration delay);

    /// Hands this message to the actor again and again. An actor that cannot keep up gets one
    /// message, not all that it has missed.
    void startPeriodicTimer(Object key, M message, Duration interval);

    /// Cancels a timer. None of its messages comes afterwards.
    void cancelTimer(Object key);
}
