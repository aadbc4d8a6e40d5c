package dev.cobnut.sink.kafka;

import static dev.cobnut.sink.kafka.CardEvents.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.RetryLaterException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/// What each failure of Kafka's client means, and which of them end the producer. The outcomes are
/// planted; no broker is needed.
@Timeout(120)
class SinkProducerTest {

    /// The outcomes of the next sends.
    private final Queue<Future<RecordMetadata>> outcomes = new ConcurrentLinkedQueue<>();

    private final AtomicInteger producers = new AtomicInteger();
    private KafkaSink sink = sink(Duration.ofMinutes(1));

    private KafkaSink sink(Duration grace) {
        DefaultKafkaProducerFactory<Object, Object> connection =
                CardEvents.connection("127.0.0.1:9", Map.of("delivery.timeout.ms", 100));
        connection.addPostProcessor(real -> {
            producers.incrementAndGet();
            return ProducerProxy.around(real, _ -> outcomes.remove());
        });
        return CardEvents.sink("127.0.0.1:9", Map.of())
                .to(connection)
                .topic("cards")
                .nanoTime(() -> 1_000_000 * System.nanoTime())
                .grace(grace)
                .build();
    }

    @AfterEach
    void close() {
        sink.close();
    }

    private @Nullable Throwable outcomeOf(Future<RecordMetadata> outcome) {
        outcomes.add(outcome);
        return catchThrowable(() -> sink.handle(event(7, 1)));
    }

    private static Future<RecordMetadata> acknowledged() {
        return CompletableFuture.completedFuture(null);
    }

    static Stream<Arguments> failures() {
        Class<?> waits = RetryLaterException.class;
        Class<?> parks = ParkStreamException.class;
        Class<?> fails = IOException.class;
        return Stream.of(
                Arguments.of(new TimeoutException("120 s"), waits, 1),
                Arguments.of(new NotEnoughReplicasException("1 of 2"), waits, 1),
                Arguments.of(new NotLeaderOrFollowerException("moved"), waits, 1),
                Arguments.of(new UnknownTopicOrPartitionException("none"), waits, 1),
                Arguments.of(new TopicAuthorizationException("cards"), waits, 1),
                Arguments.of(new ClusterAuthorizationException("no"), waits, 2),
                Arguments.of(new SaslAuthenticationException("wrong password"), waits, 2),
                Arguments.of(new ProducerFencedException("fenced"), waits, 2),
                Arguments.of(new InvalidProducerEpochException("old"), waits, 2),
                Arguments.of(new OutOfOrderSequenceException("gap"), waits, 2),
                Arguments.of(new UnknownProducerIdException("gone"), waits, 2),
                Arguments.of(
                        new KafkaException("error state", new ClusterAuthorizationException("no")),
                        waits,
                        2),
                Arguments.of(new RecordBatchTooLargeException("large"), parks, 1),
                Arguments.of(new SerializationException("bytes"), parks, 1),
                Arguments.of(new InvalidRecordException("no key"), parks, 1),
                Arguments.of(new InvalidTopicException("a b"), parks, 1),
                Arguments.of(new UnknownServerException("bug"), fails, 1),
                Arguments.of(new PolicyViolationException("no"), fails, 1),
                Arguments.of(new KafkaException("a state without a class"), fails, 2));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void eachFailureHasItsMeaning(Exception failure, Class<?> meaning, int producersAfter) {
        assertThat(outcomeOf(ProducerProxy.failed(failure))).isInstanceOf(meaning);
        await().atMost(CardEvents.SOON).until(this::isOver);
        assertThat(producers).hasValue(producersAfter);
    }

    /// Sends once more, which is acknowledged, as soon as the pause is over.
    private boolean isOver() {
        outcomes.clear();
        return outcomeOf(acknowledged()) == null;
    }

    @Test
    void aProducerThatSeveralStreamsSawFailIsReplacedOnce() throws Exception {
        CompletableFuture<RecordMetadata> first = new CompletableFuture<>();
        CompletableFuture<RecordMetadata> second = new CompletableFuture<>();
        outcomes.addAll(List.of(first, second));
        List<AtomicReference<@Nullable Throwable>> ends =
                List.of(new AtomicReference<>(), new AtomicReference<>());
        CountDownLatch ended = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            int card = i;
            Thread.startVirtualThread(() -> {
                ends.get(card).set(catchThrowable(() -> sink.handle(event(card, 1))));
                ended.countDown();
            });
        }
        await().atMost(CardEvents.SOON).until(outcomes::isEmpty);
        first.completeExceptionally(new OutOfOrderSequenceException("gap"));
        await().atMost(CardEvents.SOON).until(() -> ended.getCount() == 1);
        await().atMost(CardEvents.SOON).until(this::isOver);
        second.completeExceptionally(new KafkaException("Producer closed forcefully"));
        ended.await();
        assertThat(ends)
                .allSatisfy(end -> assertThat(end.get()).isInstanceOf(RetryLaterException.class));
        await().atMost(CardEvents.SOON).until(this::isOver);
        assertThat(producers).hasValue(2);
    }

    @Test
    void aClientThatSaysNothingIsReplaced() {
        sink.close();
        sink = sink(Duration.ofMillis(100));
        assertThat(outcomeOf(new CompletableFuture<>()))
                .isInstanceOf(RetryLaterException.class)
                .hasMessageContaining("gave no answer, not even a failure");
        await().atMost(CardEvents.SOON).until(this::isOver);
        assertThat(producers).hasValue(2);
    }

    @Test
    void aSendEndsWhenItsThreadIsInterrupted() throws Exception {
        KafkaSink away =
                CardEvents.sink("127.0.0.1:9", Map.of("max.block.ms", 600_000))
                        .topic("cards")
                        .build();
        try (away) {
            AtomicReference<@Nullable Throwable> end = new AtomicReference<>();
            Thread sending =
                    Thread.startVirtualThread(
                            () -> end.set(catchThrowable(() -> away.handle(event(7, 1)))));
            await().atMost(CardEvents.SOON)
                    .until(() ->
                            sending.getState() == Thread.State.TIMED_WAITING
                                    || sending.getState() == Thread.State.WAITING);
            sending.interrupt();
            assertThat(sending.join(Duration.ofMinutes(1))).isTrue();
            assertThat(end.get()).isInstanceOf(InterruptedException.class);
        }
    }
}
