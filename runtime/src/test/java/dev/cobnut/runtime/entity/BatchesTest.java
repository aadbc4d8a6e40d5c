package dev.cobnut.runtime.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.mailbox.MailboxKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Entities that take all waiting messages at once.
@Timeout(300)
class BatchesTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final CountDownLatch gate = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<Integer> handedOver = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();

    @Test
    void waitingMessagesAreHandedOverTogetherInTheirOrder() {
        List<List<Integer>> batches = new ArrayList<>();
        var entities = entities(64, batch -> answerAll(batch, batches));
        var answers = askBehindTheGate(entities, 10);

        assertThat(answers.stream().map(CompletableFuture::join))
                .containsExactlyElementsOf(answered(1, 10));
        assertThat(batches).containsExactly(IntStream.rangeClosed(1, 10).boxed().toList());
        assertThat(handedOver).containsExactly(1, 10);
        assertThat(entities.queued()).isZero();
    }

    @Test
    void aBatchHasNoMoreMessagesThanATurn() {
        List<List<Integer>> batches = new ArrayList<>();
        var entities = entities(4, batch -> answerAll(batch, batches));
        var answers = askBehindTheGate(entities, 10);

        answers.forEach(CompletableFuture::join);
        assertThat(batches)
                .containsExactly(List.of(1, 2, 3, 4), List.of(5, 6, 7, 8), List.of(9, 10));
    }

    @Test
    void aTurnBatchMaxOfOneSwitchesBatchesOff() {
        List<List<Integer>> batches = new ArrayList<>();
        var entities = entities(1, batch -> answerAll(batch, batches));
        var answers = askBehindTheGate(entities, 5);

        assertThat(answers.stream().map(CompletableFuture::join))
                .containsExactlyElementsOf(answered(1, 5));
        assertThat(batches).isEmpty();
        assertThat(handedOver).containsExactly(1, 1, 1, 1, 1, 1);
    }

    @Test
    void anAnswerOfABatchIsGivenAtOnce() throws Exception {
        CountDownLatch rest = new CountDownLatch(1);
        var entities =
                entities(
                        64,
                        batch -> {
                            batch.answer(1, -1);
                            awaitLatch(rest);
                            batch.answer(0, -2);
                        });
        var answers = askBehindTheGate(entities, 2);

        assertThat(answers.get(1).get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>(-1));
        assertThat(answers.get(0)).isNotDone();
        rest.countDown();
        assertThat(answers.get(0).get(120, TimeUnit.SECONDS)).isEqualTo(new Answered<>(-2));
    }

    @Test
    void aMessageThatIsGivenUpFailsAloneAndTheEntityStays() {
        IllegalStateException bad = new IllegalStateException("bad");
        var entities =
                entities(
                        64,
                        batch -> {
                            batch.answer(0, 1);
                            batch.fail(1, bad);
                            batch.answer(2, 3);
                        });
        var answers = askBehindTheGate(entities, 3);

        assertThat(answers.stream().map(CompletableFuture::join))
                .containsExactly(new Answered<>(1), new Failed<>(bad), new Answered<>(3));
        assertThat(entities.askAndWait("key", 7, SOON)).isEqualTo(new Answered<>(7));
        assertThat(made).hasValue(1);
        assertThat(failed).hasValue(1);
    }

    @Test
    void unansweredMessagesOfABatchThatThrowsFailAndTheNextEntityIsFresh() {
        IllegalStateException bad = new IllegalStateException("bad");
        var entities =
                entities(
                        64,
                        batch -> {
                            batch.answer(1, 2);
                            throw bad;
                        });
        var answers = askBehindTheGate(entities, 3);

        assertThat(answers.stream().map(CompletableFuture::join))
                .containsExactly(new Failed<>(bad), new Answered<>(2), new Failed<>(bad));
        assertThat(entities.askAndWait("key", 7, SOON)).isEqualTo(new Answered<>(7));
        assertThat(made).hasValue(2);
        assertThat(failed).hasValue(2);
    }

    @Test
    void aMessageWithoutAnAnswerFails() {
        var entities = entities(64, batch -> batch.answer(0, 1));
        var answers = askBehindTheGate(entities, 2);

        assertThat(answers.get(0).join()).isEqualTo(new Answered<>(1));
        assertThat(answers.get(1).join())
                .isInstanceOfSatisfying(
                        Failed.class,
                        result ->
                                assertThat(result.cause())
                                        .hasMessage("the entity gave no answer to this message"));
        entities.askAndWait("key", 7, SOON);
        assertThat(made).hasValue(2);
    }

    @Test
    void aMessageCannotBeAnsweredTwice() {
        Batch<String, Integer> batch = Batch.of(List.of("a", "b", "c"));
        assertThat(batch.nextOpen(0)).isZero();
        batch.answer(1, 1);
        batch.answer(0, 0);
        assertThat(batch.nextOpen(0)).isEqualTo(2);
        assertThat(batch.isAnswered()).isFalse();
        assertThatThrownBy(() -> batch.fail(1, new IllegalStateException("late")))
                .hasMessage("message 1 was answered before");
        batch.answer(2, 2);
        assertThat(batch.isAnswered()).isTrue();
        assertThat(batch.nextOpen(0)).isEqualTo(batch.size());
        assertThat(batch.result(2)).isEqualTo(new Answered<>(2));
    }

    /// One message is in the handler and the others wait. Then the gate opens.
    private List<CompletableFuture<AskResult<Integer>>> askBehindTheGate(
            Entities<String, Integer, Integer> entities, int messages) {
        CompletableFuture<AskResult<Integer>> first = entities.ask("key", 0);
        await().atMost(SOON).until(() -> entities.queued() == 0);
        List<CompletableFuture<AskResult<Integer>>> answers = new ArrayList<>();
        for (int i = 1; i <= messages; i++) {
            answers.add(entities.ask("key", i));
        }
        assertThat(entities.queued()).isEqualTo(messages);
        gate.countDown();
        assertThat(first.join()).isEqualTo(new Answered<>(0));
        return answers;
    }

    /// Notes the messages before the first answer, because whoever waits for the last one looks at
    /// the notes.
    private static void answerAll(Batch<Integer, Integer> batch, List<List<Integer>> batches) {
        batches.add(IntStream.range(0, batch.size()).mapToObj(batch::message).toList());
        for (int i = 0; i < batch.size(); i++) {
            batch.answer(i, batch.message(i));
        }
    }

    private static List<AskResult<Integer>> answered(int from, int to) {
        return IntStream.rangeClosed(from, to).<AskResult<Integer>>mapToObj(Answered::new).toList();
    }

    private Entities<String, Integer, Integer> entities(
            int turnBatchMax, Consumer<Batch<Integer, Integer>> handling) {
        Function<String, Entity<Integer, Integer>> factory =
                _ -> {
                    made.incrementAndGet();
                    return new Gated(handling);
                };
        return new Entities<>(
                new DispatchSettings(
                        256, MailboxKind.MPSC, 10, Duration.ofMinutes(1), turnBatchMax),
                factory,
                new DispatchObserver() {
                    @Override
                    public void handedOver(int messages) {
                        handedOver.add(messages);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        failed.incrementAndGet();
                    }
                });
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            if (!latch.await(120, TimeUnit.SECONDS)) {
                throw new AssertionError("never opened");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A single message waits at the gate.
    private final class Gated implements BatchingEntity<Integer, Integer> {

        private final Consumer<Batch<Integer, Integer>> handling;

        Gated(Consumer<Batch<Integer, Integer>> handling) {
            this.handling = handling;
        }

        @Override
        public Integer handle(Integer message) {
            awaitLatch(gate);
            return message;
        }

        @Override
        public void handleAll(Batch<Integer, Integer> batch) {
            handling.accept(batch);
        }
    }
}
