package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.actor.Supervision.Directive;
import dev.cobnut.runtime.entity.CloseReport;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// Several senders, and an actor that fails at some messages and is stopped in the middle. For
/// every mailbox, supervision, batch and moment: nothing is lost, nothing is handled twice, each
/// sender's order holds, and there is one writer at a time.
class RestartsAndStopsPropertyTest {

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private record Message(int sender, int number) {}

    enum Way {
        DRAIN,
        NOW,
        SYSTEM
    }

    @Property(tries = 100)
    void everyAcceptedMessageIsHandledOrADeadLetter(
            @ForAll MailboxKind kind,
            @ForAll boolean pinned,
            @ForAll boolean resume,
            @ForAll Way way,
            @ForAll @IntRange(min = 1, max = 20) int batch,
            @ForAll @IntRange(min = 1, max = 100) int capacity,
            @ForAll @IntRange(min = 2, max = 60) int failEvery,
            @ForAll @IntRange(min = 0, max = 300) int stopAfter)
            throws Exception {
        int senders = 3;
        int each = 200;
        Queue<Message> handled = new ConcurrentLinkedQueue<>();
        Queue<Message> dead = new ConcurrentLinkedQueue<>();
        Set<Message> accepted = ConcurrentHashMap.newKeySet();
        AtomicBoolean shared = new AtomicBoolean();
        AtomicBoolean inside = new AtomicBoolean();
        ActorObserver letters =
                new ActorObserver() {
                    @Override
                    public void deadLetter(DeadLetter letter) {
                        dead.add((Message) letter.message());
                    }
                };
        ActorSystem system =
                ActorSystem.create(
                        "property",
                        ActorSystem.Settings.defaults()
                                .withDispatcher(
                                        pinned
                                                ? Dispatcher.pinned("property", 2)
                                                : Dispatcher.virtual())
                                .withObserver(letters));
        ActorRef<Message> actor =
                system.spawn(
                        ActorSpec.<Message>of(() -> new Failing(handled, inside, shared, failEvery))
                                .withTurnBatchMax(batch)
                                .withMailbox(MailboxSpec.of(kind, capacity))
                                .withSupervision(
                                        Supervision.always(
                                                        resume
                                                                ? Directive.RESUME
                                                                : Directive.RESTART)
                                                .withLimit(1_000_000, Duration.ofHours(1))));
        CountDownLatch some = new CountDownLatch(stopAfter);
        List<Thread> threads = new ArrayList<>();
        for (int sender = 0; sender < senders; sender++) {
            int id = sender;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                for (int number = 0; number < each; number++) {
                                    Message message = new Message(id, number);
                                    TellResult result = actor.tell(message);
                                    for (int tries = 0;
                                            result == TellResult.REJECTED && tries < 1_000_000;
                                            tries++) {
                                        Thread.onSpinWait();
                                        result = actor.tell(message);
                                    }
                                    if (result.isAccepted()) {
                                        accepted.add(message);
                                    }
                                    some.countDown();
                                }
                            }));
        }
        some.await();
        CloseReport<String> report =
                switch (way) {
                    case DRAIN -> system.stop(actor, DEADLINE);
                    case NOW -> {
                        actor.stopNow();
                        yield system.stop(actor, DEADLINE);
                    }
                    case SYSTEM -> system.shutdown(DEADLINE);
                };
        for (Thread thread : threads) {
            assertThat(thread.join(DEADLINE)).isTrue();
        }
        assertThat(report.busy()).isZero();
        assertThat(actor.isTerminated()).isTrue();
        assertThat(shared).as("two writers at a time").isFalse();
        List<Message> all = Stream.concat(handled.stream(), dead.stream()).toList();
        assertThat(all).as("handled or a dead letter, once").doesNotHaveDuplicates();
        assertThat(Set.copyOf(all)).isEqualTo(accepted);
        for (int sender = 0; sender < senders; sender++) {
            int id = sender;
            assertThat(
                            handled.stream()
                                    .filter(message -> message.sender() == id)
                                    .map(Message::number)
                                    .collect(Collectors.toList()))
                    .isSorted();
        }
        if (way != Way.NOW) {
            assertThat(dead).allMatch(message -> fails(message, failEvery));
            assertThat(report.isClean()).isTrue();
        }
        var _ = system.shutdown(DEADLINE);
    }

    private static boolean fails(Message message, int failEvery) {
        return message.number() % failEvery == failEvery - 1;
    }

    private record Failing(
            Queue<Message> handled, AtomicBoolean inside, AtomicBoolean shared, int failEvery)
            implements Behavior<Message> {

        @Override
        public Behavior<Message> receive(ActorContext<Message> context, Message message) {
            if (!inside.compareAndSet(false, true)) {
                shared.set(true);
            }
            try {
                if (fails(message, failEvery)) {
                    throw new IllegalStateException("as planned");
                }
                handled.add(message);
            } finally {
                inside.set(false);
            }
            return this;
        }
    }
}
