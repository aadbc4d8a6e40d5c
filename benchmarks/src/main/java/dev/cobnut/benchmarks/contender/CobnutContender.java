package dev.cobnut.benchmarks.contender;

import dev.cobnut.runtime.actor.ActorContext;
import dev.cobnut.runtime.actor.ActorRef;
import dev.cobnut.runtime.actor.ActorSpec;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.actor.Behavior;
import dev.cobnut.runtime.actor.MailboxSpec;
import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.Recipient;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Actors of this project's runtime. A full bounded mailbox makes the sender wait.
final class CobnutContender implements Contender {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(ANSWER_MAX_SECONDS);

    private final ActorSystem system;
    private final MailboxSpec mailbox;
    private final int turnBatchMax;

    private record Question<Q, A>(Q question, Recipient<A> replyTo) {}

    private CobnutContender(Dispatcher dispatcher, MailboxSpec mailbox) {
        this(dispatcher, mailbox, ActorSpec.TURN_BATCH_DEFAULT);
    }

    private CobnutContender(Dispatcher dispatcher, MailboxSpec mailbox, int turnBatchMax) {
        system =
                ActorSystem.create(
                        "bench", ActorSystem.Settings.defaults().withDispatcher(dispatcher));
        this.mailbox = mailbox;
        this.turnBatchMax = turnBatchMax;
    }

    /// A virtual thread per active actor.
    static CobnutContender virtual(MailboxKind kind) {
        return new CobnutContender(Dispatcher.virtual(), bounded(kind));
    }

    /// @param messages largest number that an actor handles before others may use its thread
    static CobnutContender inTurnsOf(int messages) {
        return new CobnutContender(Dispatcher.virtual(), bounded(MailboxKind.MPSC), messages);
    }

    static CobnutContender unbounded() {
        return new CobnutContender(Dispatcher.virtual(), MailboxSpec.unbounded());
    }

    static CobnutContender pinned(int dispatchers) {
        return new CobnutContender(
                Dispatcher.pinned("bench", dispatchers), bounded(MailboxKind.MPSC));
    }

    private static MailboxSpec bounded(MailboxKind kind) {
        return MailboxSpec.of(kind, Contenders.CAPACITY)
                .withBackpressure(new Backpressure.Block(ANSWER_MAX));
    }

    private static final class Handling<M> implements Behavior<M> {

        private final Consumer<? super M> handler;

        Handling(Consumer<? super M> handler) {
            this.handler = handler;
        }

        @Override
        public Behavior<M> receive(ActorContext<M> context, M message) {
            handler.accept(message);
            return this;
        }
    }

    private <M> ActorSpec<M> spec(Supplier<? extends Consumer<? super M>> handlers) {
        return ActorSpec.<M>of(() -> new Handling<>(handlers.get()))
                .withMailbox(mailbox)
                .withTurnBatchMax(turnBatchMax);
    }

    @Override
    public <M> MessageWorker<M> worker(Consumer<? super M> handler) {
        return worker(system.spawn(this.<M>spec(() -> handler)));
    }

    /// One description for all actors of the group.
    @Override
    public <M> List<MessageWorker<M>> workers(
            int count, Supplier<? extends Consumer<? super M>> handlers) {
        ActorSpec<M> spec = spec(handlers);
        List<MessageWorker<M>> workers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            workers.add(worker(system.spawn(spec)));
        }
        return workers;
    }

    private static <M> MessageWorker<M> worker(ActorRef<M> actor) {
        return new MessageWorker<>() {
            @Override
            public void tell(M message) {
                TellResult told = actor.tell(message);
                if (!told.isAccepted()) {
                    throw new IllegalStateException("a message was not taken: " + told);
                }
            }

            @Override
            public CompletableFuture<?> stop() {
                actor.stop();
                return actor.termination();
            }
        };
    }

    @Override
    public <Q, A> Responder<Q, A> responder(Function<? super Q, ? extends A> handler) {
        Consumer<Question<Q, A>> answering =
                asked -> {
                    TellResult _ = asked.replyTo.tell(handler.apply(asked.question));
                };
        ActorRef<Question<Q, A>> actor = system.spawn(this.<Question<Q, A>>spec(() -> answering));
        return new Responder<>() {
            @Override
            public A ask(Q question) {
                return answered(
                        actor.<A>ask(replyTo -> new Question<>(question, replyTo), ANSWER_MAX)
                                .await());
            }

            @Override
            public CompletionStage<A> send(Q question) {
                return actor.<A>ask(replyTo -> new Question<>(question, replyTo), ANSWER_MAX)
                        .toFuture()
                        .thenApply(CobnutContender::answered);
            }
        };
    }

    private static <A> A answered(AskResult<A> result) {
        return switch (result) {
            case AskResult.Answered(A reply) -> reply;
            case AskResult.Rejected(var reason) ->
                    throw new IllegalStateException("the question was not taken: " + reason);
            case AskResult.Failed(var cause) ->
                    throw new IllegalStateException("the handler failed", cause);
            case AskResult.TimedOut<A> _ ->
                    throw new IllegalStateException("no answer within " + ANSWER_MAX);
        };
    }

    @Override
    public void close() {
        system.close();
    }
}
