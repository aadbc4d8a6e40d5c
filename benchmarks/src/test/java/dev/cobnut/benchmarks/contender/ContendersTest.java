package dev.cobnut.benchmarks.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.benchmarks.history.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The requirements on every contender. Its figures count only when it fulfils them.
class ContendersTest {

    static List<String> names() {
        return Contenders.NAMES;
    }

    @ParameterizedTest
    @MethodSource("names")
    void everythingThatIsToldIsProcessedAndEveryQuestionIsAnswered(String name) {
        try (Contender with = Contenders.open(name)) {
            CountDownLatch processed = new CountDownLatch(300);
            List<MessageWorker<Integer>> workers =
                    with.workers(3, () -> (Integer _) -> processed.countDown());
            for (int i = 0; i < 300; i++) {
                workers.get(i % 3).tell(i);
            }
            AnswerWait.of(processed);
            Responder<Integer, Integer> responder = with.responder(asked -> asked + 1);
            assertThat(responder.ask(41)).isEqualTo(42);
            assertThat(AnswerWait.of(responder.send(1))).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cobnut",
                "cobnut-array",
                "cobnut-linked",
                "cobnut-turn-1",
                "cobnut-unbounded",
                "cobnut-pinned",
                "single-thread",
                "linked-queue",
                "linked-queue-virtual",
                "pekko",
                "pekko-tuned",
                "pekko-pinned"
            })
    void aWorkerProcessesOneAtATimeInOrder(String name) {
        try (Contender with = Contenders.open(name)) {
            List<Integer> seen = new ArrayList<>();
            CountDownLatch done = new CountDownLatch(1);
            MessageWorker<Integer> worker =
                    with.worker(message -> {
                        seen.add(message);
                        if (message == 9_999) {
                            done.countDown();
                        }
                    });
            List<Integer> told = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                told.add(i);
                worker.tell(i);
            }
            AnswerWait.of(done);
            assertThat(seen).isEqualTo(told);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cobnut", "cobnut-pinned", "linked-queue", "pekko"})
    void aWorkerThatIsStoppedHasProcessedWhatItWasTold(String name) {
        try (Contender with = Contenders.open(name)) {
            AtomicInteger processed = new AtomicInteger();
            MessageWorker<Integer> worker = with.worker(_ -> processed.incrementAndGet());
            for (int i = 0; i < 1_000; i++) {
                worker.tell(i);
            }
            AnswerWait.of(worker.stop());
            assertThat(processed).hasValue(1_000);
        }
    }

    @Test
    void thereIsNoContenderOfAnotherName() {
        assertThatThrownBy(() -> Contenders.open("nobody"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'nobody'")
                .hasMessageContaining("pekko");
    }
}
