package dev.cobnut.runtime.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// An actor, seen from outside. Thread-safe.
///
/// @param <M> messages
public abstract sealed class ActorRef<M> extends ControlTurn implements Recipient<M>
        permits ActorCell {

    ActorRef() {}

    /// Queues a message. The messages of one thread to one actor are handled in their order.
    ///
    /// The message is put into the mailbox as it is: telling an object that exists allocates
    /// nothing in a [dev.cobnut.runtime.mailbox.MailboxKind#MPSC_ARRAY] mailbox.
    @Override
    public abstract TellResult tell(M message);

    /// Asks a question: makes a message that carries the address for the answer, and tells it.
    ///
    /// ```java
    /// record Balance(Recipient<Long> replyTo) implements Message {}
    /// AskResult<Long> balance = account.ask(Balance::new, deadline).await();
    /// ```
    ///
    /// The promise is completed by the first answer, by the deadline, or as soon as it is known
    /// that there will be none: the mailbox did not take the question, its handler threw, the actor
    /// stopped before it.
    ///
    /// @param question makes the message, on the calling thread, once
    /// @param deadline longest time until the answer
    public abstract <R> Ask<R> ask(
            Function<? super Recipient<R>, ? extends M> question, Duration deadline);

    /// Accepts nothing more, handles what was accepted, then stops. Returns at once.
    public abstract void stop();

    /// Accepts nothing more and stops after the message that is being handled; what is left goes to
    /// the dead letters. Returns at once.
    public abstract void stopNow();

    /// Completed when the actor has stopped, on its thread; never exceptionally.
    public abstract CompletableFuture<Termination> termination();

    /// Whether it has stopped.
    public abstract boolean isTerminated();

    /// Messages in the mailbox.
    public abstract int depth();

    /// Where it stands: names or numbers from its system down, `bank/accounts/7`.
    public abstract String path();

    @Override
    public final String toString() {
        return path();
    }
}
