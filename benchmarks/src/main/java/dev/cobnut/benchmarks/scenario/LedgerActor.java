package dev.cobnut.benchmarks.scenario;

import com.typesafe.config.ConfigFactory;
import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.runtime.actor.ActorContext;
import dev.cobnut.runtime.actor.ActorObserver;
import dev.cobnut.runtime.actor.ActorRef;
import dev.cobnut.runtime.actor.ActorSpec;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.actor.Behavior;
import dev.cobnut.runtime.actor.MailboxSpec;
import dev.cobnut.runtime.actor.Supervision;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pekko.actor.AllDeadLetters;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.eventstream.EventStream;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// An actor that records its messages in a [MessageCheck] and is restarted when that throws.
interface LedgerActor extends AutoCloseable {

    /// @return true when the sender learns that the message was accepted
    boolean tell(MessageCheck.Numbered message);

    /// Number of messages that were reported as not handled, or not handled to the end.
    long reported();

    /// Stops the actor at once; waiting messages are not handled.
    void stop();

    @Override
    void close();

    static LedgerActor open(String contender, MessageCheck ledger) {
        return switch (contender) {
            case "cobnut" -> new Ours(ledger);
            case "pekko" -> new Pekko(ledger);
            default ->
                    throw new InvalidInputException("There is no ledger of '" + contender + "'.");
        };
    }

    final class Ours implements LedgerActor {

        private static final Duration STOP_MAX = Duration.ofSeconds(10);

        private final LongAdder reported = new LongAdder();
        private final ActorSystem system;
        private final ActorRef<MessageCheck.Numbered> actor;

        Ours(MessageCheck ledger) {
            ActorObserver observer =
                    new ActorObserver() {
                        @Override
                        public void deadLetter(dev.cobnut.runtime.actor.DeadLetter letter) {
                            reported.increment();
                        }
                    };
            system =
                    ActorSystem.create(
                            "bench", ActorSystem.Settings.defaults().withObserver(observer));
            actor =
                    system.spawn(
                            ActorSpec.<MessageCheck.Numbered>of(() -> new Handling(ledger))
                                    .withMailbox(MailboxSpec.unbounded())
                                    .withSupervision(
                                            Supervision.defaults()
                                                    .withLimit(
                                                            Integer.MAX_VALUE,
                                                            Duration.ofMinutes(1))));
        }

        private record Handling(MessageCheck ledger) implements Behavior<MessageCheck.Numbered> {

            @Override
            public Behavior<MessageCheck.Numbered> receive(
                    ActorContext<MessageCheck.Numbered> context, MessageCheck.Numbered message) {
                ledger.see(message);
                return this;
            }
        }

        @Override
        public boolean tell(MessageCheck.Numbered message) {
            return actor.tell(message).isAccepted();
        }

        @Override
        public long reported() {
            return reported.sum();
        }

        @Override
        public void stop() {
            actor.stopNow();
            AnswerWait.of(actor.termination());
        }

        @Override
        public void close() {
            var _ = system.shutdown(STOP_MAX);
        }
    }

    final class Pekko implements LedgerActor {

        private record Stop(CompletableFuture<Void> stopped) {}

        private final LongAdder reported = new LongAdder();
        private final org.apache.pekko.actor.typed.ActorSystem<Object> system;
        private final CompletableFuture<org.apache.pekko.actor.typed.ActorRef<Object>> actor =
                new CompletableFuture<>();

        Pekko(MessageCheck ledger) {
            system =
                    org.apache.pekko.actor.typed.ActorSystem.create(
                            Behaviors.<Object>setup(context -> {
                                var listener =
                                        context.<AllDeadLetters>spawn(
                                                Behaviors.receiveMessage(letter -> {
                                                    if (letter.message()
                                                            instanceof MessageCheck.Numbered) {
                                                        reported.increment();
                                                    }
                                                    return Behaviors.same();
                                                }),
                                                "dead-letters");
                                context.getSystem()
                                        .eventStream()
                                        .tell(
                                                new EventStream.Subscribe<>(
                                                        AllDeadLetters.class, listener));
                                var child = context.spawn(behavior(ledger), "ledger");
                                actor.complete(child);
                                return Behaviors.receiveMessage(message -> {
                                    if (message instanceof Stop(var stopped)) {
                                        context.watchWith(child, stopped);
                                        context.stop(child);
                                    } else if (message instanceof CompletableFuture<?> stopped) {
                                        stopped.complete(null);
                                    }
                                    return Behaviors.same();
                                });
                            }),
                            "bench",
                            ConfigFactory.parseString(PekkoQuiet.SETTINGS)
                                    .withFallback(ConfigFactory.load()));
        }

        private static org.apache.pekko.actor.typed.Behavior<Object> behavior(MessageCheck ledger) {
            return Behaviors.supervise(
                            Behaviors.<Object>setup(_ ->
                                    Behaviors.receiveMessage(message -> {
                                        if (message instanceof MessageCheck.Numbered numbered) {
                                            ledger.see(numbered);
                                        }
                                        return Behaviors.same();
                                    })))
                    .onFailure(
                            MessageCheck.Planted.class,
                            SupervisorStrategy.restart().withLoggingEnabled(false));
        }

        @Override
        public boolean tell(MessageCheck.Numbered message) {
            AnswerWait.of(actor).tell(message);
            return true;
        }

        @Override
        public long reported() {
            return reported.sum();
        }

        @Override
        public void stop() {
            CompletableFuture<Void> stopped = new CompletableFuture<>();
            system.tell(new Stop(stopped));
            AnswerWait.of(stopped);
        }

        @Override
        public void close() {
            system.terminate();
            AnswerWait.of(system.getWhenTerminated());
        }
    }
}
