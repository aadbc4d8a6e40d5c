package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.mailbox.TellResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// An actor, seen from outside. Thread-safe.
///
/// @param <M> messages
public sealed interface ActorRef<M> extends Recipient<M> permits ActorCell {

    /// Queues a message. The messages of one thread to one actor are handled in their order.
    ///
    /// The mailbox holds the message itself: telling an object that exists allocates nothing in a
    /// [dev.cobnut.runtime.mailbox.MailboxKind#MPSC_ARRAY] mailbox.
    @Override
    TellResult tell(M message);

    /// Asks a question: makes a message that carries the address for the answer, and tells it.
    ///
    /// ```java
    /// record Balance(Recipient<Long> replyTo) implements Message {}
    /// AskResult<Long> balance = account.ask(Balance::new, deadline).await();
    /// ```
    ///
    /// The first answer or the deadline completes the promise. It is completed earlier when no
    /// answer can come: the mailbox did not take the question, its handler threw, or the actor
    /// stopped before it.
    ///
    /// @param question makes the message, on the calling thread, once
    /// @param deadline longest time until the answer
    <R> Ask<R> ask(Function<? super Recipient<R>, ? extends M> question, Duration deadline);

    /// Accepts nothing more, handles the accepted messages, then stops. Returns at once.
    void stop();

    /// Accepts nothing more and stops after the message that is being handled. The other messages
    /// go to the dead letters. Returns at once.
    void stopNow();

    /// Completed when the actor has stopped, on its thread; never exceptionally.
    CompletableFuture<Termination> termination();

    /// True when it has stopped.
    boolean isTerminated();

    /// Messages in the mailbox.
    int depth();

    /// Names or numbers from its system down to the actor, for example `bank/accounts/7`.
    String path();
}
