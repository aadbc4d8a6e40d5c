package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.entity.AskResult;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/// What an actor can do beside handling messages. Only inside its own handler, on the thread that
/// runs it; [#self] may be kept and given away.
///
/// @param <M> messages of the actor
public sealed interface ActorContext<M> permits ActorLife {

    ActorRef<M> self();

    ActorSystem system();

    // ---- children

    /// Starts an actor that stops with this one, and whose end this one hears of
    /// ([Signal.Terminated]).
    <C> ActorRef<C> spawn(ActorSpec<C> spec);

    /// @param name part of its path; needs not be unique
    <C> ActorRef<C> spawn(String name, ActorSpec<C> spec);

    /// The children that have not stopped yet.
    Set<ActorRef<?>> children();

    // ---- watching

    /// Hears of the end of another actor as [Signal.Terminated], once, also when it has already
    /// stopped.
    void watch(ActorRef<?> other);

    /// Hears no more of it.
    void unwatch(ActorRef<?> other);

    // ---- messages

    /// Hands the message that is being handled, or one made from it, to another actor. An ask's
    /// promise goes with it: what the other one cannot take or fails at is the asker's answer.
    <T> TellResult forward(ActorRef<T> other, T message);

    /// Sets the message that is being handled aside, for later.
    ///
    /// @param message the one that is being handled
    /// @return false when as many are stashed as may be ([ActorSpec#stashMax]); then nothing is
    ///   done
    boolean stash(M message);

    /// Handles what was stashed next, in its order and before what is in the mailbox.
    void unstashAll();

    /// Messages that are stashed.
    int stashed();

    /// Tells this actor what comes out of an ask, when it does, without waiting for it.
    <R> void pipeToSelf(Ask<R> ask, Function<? super AskResult<R>, ? extends M> message);

    // ---- timers

    /// Hands this message to the actor once, after a while. Replaces the timer of the same key.
    ///
    /// @param key with equals and hashCode
    void startTimer(Object key, M message, Duration delay);

    /// Hands this message to the actor again and again. When it cannot keep up it gets one, not all
    /// that it has missed.
    void startPeriodicTimer(Object key, M message, Duration interval);

    /// After this no message of the timer comes any more.
    void cancelTimer(Object key);
}
