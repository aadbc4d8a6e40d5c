package dev.cobnut.runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Rejected;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// Several senders, entities that take batches and fail at some messages, constant passivations,
/// and a close in the middle: every message is handled once or refused, each sender's order holds,
/// and there is one writer at a time.
class BatchesPropertyTest {

    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int SENDERS = 3;
    private static final int EACH = 150;

    private record Message(int sender, int number) {}

    @Property(tries = 200)
    void everyMessageIsHandledOnceOrRefused(
            @ForAll MailboxKind kind,
            @ForAll @IntRange(min = 1, max = 20) int batch,
            @ForAll @IntRange(min = 1, max = 60) int capacity,
            @ForAll @IntRange(min = 1, max = 3) int keys,
            @ForAll @IntRange(min = 2, max = 40) int failEvery,
            @ForAll @IntRange(min = 0, max = SENDERS * EACH) int closeAfter)
            throws Exception {
        Assume.that(kind.isBounded());
        Queue<Message> handled = new ConcurrentLinkedQueue<>();
        AtomicBoolean shared = new AtomicBoolean();
        List<AtomicBoolean> inside =
                List.of(new AtomicBoolean(), new AtomicBoolean(), new AtomicBoolean());
        AtomicLong clock = new AtomicLong();
        Entities<Integer, Message, Message> entities =
                new Entities<>(
                        new DispatchSettings(capacity, kind, 10, Duration.ofNanos(1), batch),
                        key -> new Keeping(handled, inside.get(key), shared, failEvery),
                        DispatchObserver.none(),
                        clock::get,
                        Thread::startVirtualThread);
        CountDownLatch some = new CountDownLatch(closeAfter);
        Queue<Message> toBeHandled = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int sender = 0; sender < SENDERS; sender++) {
            int id = sender;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                List<CompletableFuture<?>> answers = new ArrayList<>();
                                for (int number = 0; number < EACH; number++) {
                                    Message message = new Message(id, number);
                                    answers.add(
                                            send(entities, number % keys, message)
                                                    .thenAccept(result -> {
                                                        if (!(result
                                                                instanceof Rejected<Message>)) {
                                                            toBeHandled.add(message);
                                                        }
                                                        if (result
                                                                instanceof
                                                                Answered<Message>(var reply)) {
                                                            assertThat(reply).isEqualTo(message);
                                                        }
                                                        if (result instanceof Failed<Message>) {
                                                            assertThat(fails(message, failEvery))
                                                                    .isTrue();
                                                        }
                                                    }));
                                    some.countDown();
                                }
                                CompletableFuture.allOf(
                                                answers.toArray(CompletableFuture<?>[]::new))
                                        .orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                                        .join();
                            }));
        }
        AtomicBoolean stop = new AtomicBoolean();
        Thread passivating =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            while (!stop.get()) {
                                clock.addAndGet(10);
                                entities.passivateIdle();
                            }
                        });
        assertThat(some.await(120, TimeUnit.SECONDS)).isTrue();
        CloseReport<Integer> report = entities.close(DEADLINE);
        stop.set(true);
        assertThat(passivating.join(DEADLINE)).isTrue();
        for (Thread thread : threads) {
            assertThat(thread.join(DEADLINE)).isTrue();
        }
        assertThat(report.left()).isEmpty();
        assertThat(entities.resident()).isZero();
        assertThat(entities.queued()).isZero();
        assertThat(shared).as("two writers at a time").isFalse();
        assertThat(handled).doesNotHaveDuplicates();
        assertThat(handled).containsExactlyInAnyOrderElementsOf(toBeHandled);
        for (int sender = 0; sender < SENDERS; sender++) {
            for (int key = 0; key < keys; key++) {
                int id = sender;
                int to = key;
                assertThat(
                                handled.stream()
                                        .filter(message ->
                                                message.sender() == id
                                                        && message.number() % keys == to)
                                        .map(Message::number)
                                        .toList())
                        .isSorted();
            }
        }
    }

    private static CompletableFuture<AskResult<Message>> send(
            Entities<Integer, Message, Message> entities, int key, Message message) {
        return message.number() % 10 == 9
                ? CompletableFuture.completedFuture(entities.askAndWait(key, message, DEADLINE))
                : entities.ask(key, message);
    }

    private static boolean fails(Message message, int failEvery) {
        return message.number() % failEvery == failEvery - 1;
    }

    private record Keeping(
            Queue<Message> handled, AtomicBoolean inside, AtomicBoolean shared, int failEvery)
            implements BatchingEntity<Message, Message> {

        @Override
        public Message handle(Message message) {
            enter();
            try {
                handled.add(message);
                if (fails(message, failEvery)) {
                    throw new IllegalStateException("as planned");
                }
                return message;
            } finally {
                inside.set(false);
            }
        }

        @Override
        public void handleAll(Batch<Message, Message> batch) {
            enter();
            try {
                for (int i = 0; i < batch.size(); i++) {
                    Message message = batch.message(i);
                    handled.add(message);
                    if (fails(message, failEvery)) {
                        batch.fail(i, new IllegalStateException("as planned"));
                    } else {
                        batch.answer(i, message);
                    }
                }
            } finally {
                inside.set(false);
            }
        }

        private void enter() {
            if (!inside.compareAndSet(false, true)) {
                shared.set(true);
            }
        }
    }
}
