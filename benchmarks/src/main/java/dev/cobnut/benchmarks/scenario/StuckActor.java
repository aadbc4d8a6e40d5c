package dev.cobnut.benchmarks.scenario;

import com.typesafe.config.ConfigFactory;
import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.runtime.actor.ActorContext;
import dev.cobnut.runtime.actor.ActorRef;
import dev.cobnut.runtime.actor.ActorSpec;
import dev.cobnut.runtime.actor.ActorSystem;
import dev.cobnut.runtime.actor.Behavior;
import dev.cobnut.runtime.actor.MailboxSpec;
import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.TellResult;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.pekko.actor.typed.MailboxSelector;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// An actor with a small mailbox and a handler that waits until it is released.
final class StuckActor implements AutoCloseable {

    private static final Duration BLOCK = Duration.ofNanos(100_000);
    private static final long LOOK_MILLIS = 20;
    private static final int LOOKS_MAX = 500;

    /// The last message. It is sent again until it arrives, because a full mailbox may drop it.
    private static final Object LAST = new Object();

    private static final Object MESSAGE = new Object();

    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch last = new CountDownLatch(1);
    private final LongAdder processed = new LongAdder();
    private final Predicate<Object> door;
    private final Runnable end;

    /// @param door sends a message; true when the sender is told that all is well
    private record Opened(Predicate<Object> door, Runnable end) {}

    private StuckActor(String contender) {
        Opened opened =
                switch (contender) {
                    case "cobnut-reject" -> ours(new Backpressure.Reject());
                    case "cobnut-drop-newest" -> ours(new Backpressure.DropNewest());
                    case "cobnut-drop-oldest" -> ours(new Backpressure.DropOldest());
                    case "cobnut-block" -> ours(new Backpressure.Block(BLOCK));
                    case "linked-queue" -> loop();
                    case "pekko-bounded" -> pekko();
                    default ->
                            throw new InvalidInputException(
                                    "There is no full mailbox of '" + contender + "'.");
                };
        door = opened.door;
        end = opened.end;
    }

    static StuckActor open(String contender) {
        return new StuckActor(contender);
    }

    @SuppressWarnings("ReferenceEquality") // LAST is a mark
    private void handle(Object message) {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the release", e);
        }
        if (message == LAST) {
            last.countDown();
        } else {
            processed.increment();
        }
    }

    /// @return false when the sender is told that the message was not accepted, or that another one
    ///   was dropped for it
    boolean tell() {
        return door.test(MESSAGE);
    }

    void release() {
        released.countDown();
    }

    /// Waits until the released handler has processed all accepted messages, which filled the
    /// mailbox.
    long processedAtTheEnd() throws InterruptedException {
        // the last message must not displace another one, so it is sent when there is room
        if (!Polling.until(() -> processed.sum() >= FullMailboxScenario.CAPACITY)) {
            throw new IllegalStateException(
                    "the released actor has processed only " + processed.sum() + " messages");
        }
        for (int look = 0; look < LOOKS_MAX; look++) {
            boolean _ = door.test(LAST);
            if (last.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                return processed.sum();
            }
        }
        throw new IllegalStateException("the released actor does not end");
    }

    @Override
    public void close() {
        released.countDown();
        end.run();
    }

    private Opened ours(Backpressure backpressure) {
        MailboxKind kind =
                backpressure instanceof Backpressure.DropOldest
                        ? MailboxKind.LINKED
                        : MailboxKind.MPSC;
        ActorSystem system = ActorSystem.create("bench");
        ActorRef<Object> actor =
                system.spawn(
                        ActorSpec.<Object>of(() -> new Handling(this::handle))
                                .withMailbox(
                                        MailboxSpec.of(kind, FullMailboxScenario.CAPACITY)
                                                .withBackpressure(backpressure)));
        return new Opened(message -> actor.tell(message) == TellResult.ACCEPTED, system::close);
    }

    private record Handling(Consumer<Object> handler) implements Behavior<Object> {

        @Override
        public Behavior<Object> receive(ActorContext<Object> context, Object message) {
            handler.accept(message);
            return this;
        }
    }

    private Opened loop() {
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>(FullMailboxScenario.CAPACITY);
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("loop")
                        .start(() -> {
                            try {
                                while (true) {
                                    handle(queue.take());
                                }
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
        return new Opened(queue::offer, thread::interrupt);
    }

    private Opened pekko() {
        CompletableFuture<org.apache.pekko.actor.typed.ActorRef<Object>> spawned =
                new CompletableFuture<>();
        org.apache.pekko.actor.typed.ActorSystem<Object> system =
                org.apache.pekko.actor.typed.ActorSystem.create(
                        Behaviors.<Object>setup(context -> {
                            spawned.complete(
                                    context.spawn(
                                            Behaviors.receiveMessage(message -> {
                                                handle(message);
                                                return Behaviors.same();
                                            }),
                                            "stuck",
                                            MailboxSelector.bounded(FullMailboxScenario.CAPACITY)));
                            return Behaviors.empty();
                        }),
                        "bench",
                        ConfigFactory.parseString(PekkoQuiet.SETTINGS)
                                .withFallback(ConfigFactory.load()));
        org.apache.pekko.actor.typed.ActorRef<Object> actor = AnswerWait.of(spawned);
        return new Opened(
                message -> {
                    actor.tell(message);
                    return true;
                },
                () -> {
                    system.terminate();
                    AnswerWait.of(system.getWhenTerminated());
                });
    }
}
