package dev.cobnut.benchmarks.contender;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// Pekko typed. Actors are children of one guardian, which makes any number of them for one
/// message. The mailboxes are unbounded, which is Pekko's default.
final class PekkoContender implements Contender {

    private static final Duration ANSWER_MAX = Duration.ofSeconds(ANSWER_MAX_SECONDS);

    /// Settings that do not change speed: no log output, and no hook at the end of the process.
    private static final String QUIET =
            """
            pekko.loglevel = WARNING
            pekko.use-slf4j = off
            pekko.stdout-loglevel = WARNING
            pekko.log-dead-letters = off
            pekko.log-dead-letters-during-shutdown = off
            pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
            pekko.jvm-shutdown-hooks = off
            pinned { type = PinnedDispatcher, executor = thread-pool-executor }
            """;

    /// The two settings that Pekko's documentation names for throughput, with the values of this
    /// project: messages of one actor per turn, and the lock-free mailbox for a single consumer.
    private static final String TUNED =
            """
            pekko.actor.default-dispatcher.throughput = 64
            pekko.actor.default-mailbox.mailbox-type = "org.apache.pekko.dispatch.SingleConsumerOnlyUnboundedMailbox"
            """;

    /// A task that the guardian runs.
    private interface Command {
        void run(ActorContext<Command> context);
    }

    private record Stop(CompletableFuture<Void> stopped) {}

    private record Question<Q, A>(Q question, ActorRef<A> replyTo) {}

    private final ActorSystem<Command> system;
    private final Props props;

    private PekkoContender(String settings, Props props) {
        Config config = ConfigFactory.parseString(settings).withFallback(ConfigFactory.load());
        this.props = props;
        system =
                ActorSystem.create(
                        Behaviors.<Command>receive((context, command) -> {
                            command.run(context);
                            return Behaviors.same();
                        }),
                        "bench",
                        config);
    }

    static PekkoContender withDefaults() {
        return new PekkoContender(QUIET, Props.empty());
    }

    static PekkoContender tuned() {
        return new PekkoContender(QUIET + TUNED, Props.empty());
    }

    /// A thread of its own for each actor.
    static PekkoContender pinned() {
        return new PekkoContender(QUIET, Props.empty().withDispatcherFromConfig("pinned"));
    }

    @Override
    public <M> MessageWorker<M> worker(Consumer<? super M> handler) {
        return this.<M>workers(1, () -> handler).getFirst();
    }

    @Override
    public <M> List<MessageWorker<M>> workers(
            int count, Supplier<? extends Consumer<? super M>> handlers) {
        return AnswerWait.of(
                inGuardian(context -> {
                    List<MessageWorker<M>> workers = new ArrayList<>(count);
                    for (int i = 0; i < count; i++) {
                        workers.add(worker(context, handlers.get()));
                    }
                    return workers;
                }));
    }

    private <M> MessageWorker<M> worker(
            ActorContext<Command> context, Consumer<? super M> handler) {
        ActorRef<Object> actor = context.spawnAnonymous(behavior(handler), props);
        return new MessageWorker<>() {
            @Override
            public void tell(M message) {
                actor.tell(message);
            }

            @Override
            public CompletableFuture<?> stop() {
                CompletableFuture<Void> stopped = new CompletableFuture<>();
                actor.tell(new Stop(stopped));
                return stopped;
            }
        };
    }

    @SuppressWarnings("unchecked") // an actor receives only messages of its worker's tell
    private static <M> Behavior<Object> behavior(Consumer<? super M> handler) {
        return Behaviors.receiveMessage(message -> {
            if (message instanceof Stop(var stopped)) {
                return Behaviors.stopped(() -> stopped.complete(null));
            }
            handler.accept((M) message);
            return Behaviors.same();
        });
    }

    @Override
    public <Q, A> Responder<Q, A> responder(Function<? super Q, ? extends A> handler) {
        Behavior<Question<Q, A>> behavior =
                Behaviors.receiveMessage(asked -> {
                    asked.replyTo.tell(handler.apply(asked.question));
                    return Behaviors.same();
                });
        ActorRef<Question<Q, A>> actor =
                AnswerWait.of(inGuardian(context -> context.spawnAnonymous(behavior, props)));
        return new Responder<>() {
            @Override
            public A ask(Q question) {
                return AnswerWait.of(send(question));
            }

            @Override
            public CompletionStage<A> send(Q question) {
                return AskPattern.ask(
                        actor,
                        (ActorRef<A> replyTo) -> new Question<>(question, replyTo),
                        ANSWER_MAX,
                        system.scheduler());
            }
        };
    }

    private <T> CompletableFuture<T> inGuardian(Function<ActorContext<Command>, T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        system.tell(context -> {
            try {
                done.complete(work.apply(context));
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    @Override
    public void close() {
        system.terminate();
        AnswerWait.of(system.getWhenTerminated());
    }
}
