package dev.cobnut.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.entity.CloseReport;
import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.TellResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The promises to an actor on every dispatcher.
abstract class DispatcherContract extends ActorContract {

    @ParameterizedTest
    @EnumSource(MailboxKind.class)
    void anActorHasOneWriterAtATimeAndKeepsTheOrderOfEachSender(MailboxKind kind) throws Exception {
        int senders = 8;
        int each = 20_000;
        long[] next = new long[senders];
        AtomicBoolean inside = new AtomicBoolean();
        AtomicBoolean wrong = new AtomicBoolean();
        CountDownLatch handled = new CountDownLatch(senders * each);
        Behavior<long[]> behavior =
                new Behavior<>() {
                    @Override
                    public Behavior<long[]> receive(ActorContext<long[]> context, long[] message) {
                        if (!inside.compareAndSet(false, true)) {
                            wrong.set(true);
                        }
                        if (next[(int) message[0]]++ != message[1]) {
                            wrong.set(true);
                        }
                        inside.set(false);
                        handled.countDown();
                        return this;
                    }
                };
        ActorRef<long[]> actor =
                system.spawn(
                        ActorSpec.of(() -> behavior)
                                .withTurnBatchMax(7)
                                .withMailbox(
                                        MailboxSpec.of(kind, 64)
                                                .withBackpressure(new Backpressure.Block(SOON))));
        try (ExecutorService pool = Executors.newFixedThreadPool(senders)) {
            for (int sender = 0; sender < senders; sender++) {
                int id = sender;
                pool.execute(() -> {
                    for (long i = 0; i < each; i++) {
                        if (actor.tell(new long[] {id, i}) != TellResult.ACCEPTED) {
                            wrong.set(true);
                        }
                    }
                });
            }
            assertThat(handled.await(120, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(wrong).isFalse();
        assertThat(system.shutdown(SOON).isClean()).isTrue();
        assertThat(system.metrics().accepted()).isEqualTo((long) senders * each);
        assertThat(system.metrics().handled()).isEqualTo((long) senders * each);
    }

    /// Shows lost wake-ups: after each message the actor goes idle, or is about to.
    @Test
    void noMessageIsLostWhenItComesAsTheActorGoesIdle() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        ActorRef<Integer> actor =
                system.spawn(ActorSpec.of(() -> new Counting(handled)).withTurnBatchMax(1));
        for (int i = 1; i <= 30_000; i++) {
            assertThat(actor.tell(i)).isEqualTo(TellResult.ACCEPTED);
            long deadline = System.nanoTime() + SOON.toNanos();
            while (handled.get() < i && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(handled).hasValue(i);
        }
    }

    private record Counting(AtomicInteger handled) implements Behavior<Integer> {
        @Override
        public Behavior<Integer> receive(ActorContext<Integer> context, Integer message) {
            handled.incrementAndGet();
            return this;
        }
    }

    @Test
    void aBusyActorGivesItsThreadToOthersAfterABatch() {
        // an actor that always has a next message, beside one that has a single one
        ActorRef<Integer> busy =
                system.spawn(
                        ActorSpec.<Integer>of(() ->
                                        new Behavior<>() {
                                            @Override
                                            public Behavior<Integer> receive(
                                                    ActorContext<Integer> context,
                                                    Integer message) {
                                                context.self().tell(message + 1);
                                                return this;
                                            }
                                        })
                                .withKey("same thread"));
        busy.tell(0);
        ActorRef<TextMessage> other =
                system.spawn(ActorSpec.of(() -> TextMessage.writing(log)).withKey("same thread"));
        flush(other, replyTo -> new TextMessage.Question("hello", replyTo));
        assertThat(log.lines).containsExactly("(started)", "hello");
        busy.stopNow();
        assertThat(busy.termination()).succeedsWithin(SOON);
    }

    @Test
    void stoppingHandlesAcceptedMessagesAndRefusesLaterOnes() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        ActorRef<TextMessage> actor = system.spawn(ActorSpec.of(() -> gated(gate)));
        for (int i = 0; i < 10; i++) {
            actor.tell(TextMessage.text("m" + i));
        }
        actor.stop();
        assertThat(actor.tell(TextMessage.text("late"))).isEqualTo(TellResult.CLOSED);
        gate.countDown();
        assertThat(actor.termination()).succeedsWithin(SOON).isEqualTo(new Termination.Stopped());
        assertThat(actor.isTerminated()).isTrue();
        assertThat(log.lines).hasSize(12).startsWith("(started)", "m0").endsWith("m9", "(stopped)");
        assertThat(log.letters).isEmpty();
    }

    @Test
    void aShutdownReportsTheMessagesLeftByActor() {
        CountDownLatch gate = new CountDownLatch(1);
        ActorRef<TextMessage> stuck = system.spawn("stuck", ActorSpec.of(() -> gated(gate)));
        for (int i = 0; i < 5; i++) {
            stuck.tell(TextMessage.text("m" + i));
        }
        await().until(() -> stuck.depth() == 4);
        CloseReport<String> report = system.shutdown(Duration.ofMillis(20));
        assertThat(report.busy()).isEqualTo(1);
        assertThat(report.left()).isEqualTo(Map.of("test/stuck", 4));
        gate.countDown();
        // the handler ends, the others are dead letters and not silence
        assertThat(log.awaitLetters(4))
                .allSatisfy(letter ->
                        assertThat(letter.cause()).isEqualTo(new DeadLetter.Cause.ActorStopped()));
    }

    @Test
    void manyActorsAreServedAndIdleOnesHoldNoThread() throws Exception {
        int actors = 2_000;
        CountDownLatch handled = new CountDownLatch(actors);
        List<ActorRef<String>> all = new ArrayList<>();
        for (int i = 0; i < actors; i++) {
            all.add(system.spawn(ActorSpec.of(() -> new Latched(handled))));
        }
        all.forEach(actor -> actor.tell("hello"));
        assertThat(handled.await(120, TimeUnit.SECONDS)).isTrue();
        assertThat(system.metrics().actors()).isEqualTo(actors);
        assertThat(Thread.activeCount()).isLessThan(200);
        assertThat(system.shutdown(SOON).isClean()).isTrue();
        assertThat(system.metrics().actors()).isZero();
    }

    private record Latched(CountDownLatch latch) implements Behavior<String> {
        @Override
        public Behavior<String> receive(ActorContext<String> context, String message) {
            latch.countDown();
            return this;
        }
    }

    /// Waits before the first message. On a pinned dispatcher that stops the thread, as the test
    /// intends.
    Behavior<TextMessage> gated(CountDownLatch gate) {
        Behavior<TextMessage> writing = TextMessage.writing(log);
        return new Behavior<>() {
            @Override
            public Behavior<TextMessage> receive(
                    ActorContext<TextMessage> context, TextMessage message) throws Exception {
                assertThat(gate.await(120, TimeUnit.SECONDS)).isTrue();
                var _ = writing.receive(context, message);
                return this;
            }

            @Override
            public Behavior<TextMessage> signal(ActorContext<TextMessage> context, Signal signal)
                    throws Exception {
                var _ = writing.signal(context, signal);
                return this;
            }
        };
    }
}
