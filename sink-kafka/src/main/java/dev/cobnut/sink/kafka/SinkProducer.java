package dev.cobnut.sink.kafka;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/// The producer of a sink. All streams share it, and so its requests to a broker carry records of
/// many streams. One that cannot go on is replaced. Thread-safe.
final class SinkProducer implements AutoCloseable {

    /// What Kafka's client may take beyond `delivery.timeout.ms`. A send that takes longer has lost
    /// the client's thread.
    static final Duration GRACE = Duration.ofSeconds(10);

    /// The record is the reason.
    private static final List<Class<? extends KafkaException>> REFUSALS =
            List.of(
                    RecordTooLargeException.class,
                    RecordBatchTooLargeException.class,
                    SerializationException.class,
                    InvalidRecordException.class,
                    InvalidTimestampException.class,
                    InvalidTopicException.class);

    /// The producer does not recover from them: it is fenced, its sequence is broken, or it keeps
    /// the refusal of its password or right.
    private static final List<Class<? extends KafkaException>> ENDS_OF_A_PRODUCER =
            List.of(
                    AuthenticationException.class,
                    ClusterAuthorizationException.class,
                    OutOfOrderSequenceException.class,
                    ApplicationRecoverableException.class);

    private final DefaultKafkaProducerFactory<String, byte[]> factory;
    private final String brokers;
    private final long longestMs;
    private @Nullable Producer<String, byte[]> current;
    private boolean isClosed;

    /// @param brokers for sentences
    /// @param longest wait for an acknowledgement
    SinkProducer(
            DefaultKafkaProducerFactory<String, byte[]> factory, String brokers, Duration longest) {
        this.factory = factory;
        this.brokers = brokers;
        this.longestMs = longest.toMillis();
    }

    /// Sends a record, and waits for the acknowledgement of all in-sync replicas: at most
    /// `max.block.ms` and `delivery.timeout.ms`.
    ///
    /// @throws InterruptedException when the caller is interrupted; the record may be written
    Sent send(ProducerRecord<String, byte[]> record) throws InterruptedException {
        Producer<String, byte[]> used = null;
        try {
            used = producer();
            used.send(record).get(longestMs, TimeUnit.MILLISECONDS);
            return new Sent.Acknowledged();
        } catch (InterruptException e) {
            boolean _ = Thread.interrupted(); // told by the exception
            throw interrupted(e);
        } catch (ExecutionException e) {
            return failure(used, record.topic(), e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            replace(used);
            return new Sent.NotThere(
                    place(record.topic())
                            + " gave no answer, not even a failure; the producer is replaced");
        } catch (KafkaException | IllegalStateException e) {
            return failure(used, record.topic(), e);
        }
    }

    private static InterruptedException interrupted(InterruptException cause) {
        InterruptedException interrupted = new InterruptedException(cause.getMessage());
        interrupted.initCause(cause);
        return interrupted;
    }

    private synchronized Producer<String, byte[]> producer() {
        if (isClosed) {
            throw new IllegalStateException("the sink is closed");
        }
        Producer<String, byte[]> known = current;
        if (known == null) {
            known = factory.createNonTransactionalProducer();
            current = known;
        }
        return known;
    }

    /// Ends a producer that cannot go on. The next send makes another. Records of other streams
    /// that are on their way fail, and come again.
    private synchronized void replace(@Nullable Producer<String, byte[]> failed) {
        if (failed != null && failed.equals(current)) {
            current = null;
            factory.reset();
        }
    }

    private synchronized boolean isCurrent(Producer<String, byte[]> used) {
        return used.equals(current);
    }

    private Sent failure(@Nullable Producer<String, byte[]> used, String topic, Throwable failure) {
        Throwable known = known(failure);
        if (isOne(known, REFUSALS)) {
            return new Sent.Refused(place(topic) + " refused the record: " + known, failure);
        }
        if (isOne(known, ENDS_OF_A_PRODUCER)) {
            replace(used);
            return new Sent.NotThere(place(topic) + " cannot be written: " + known);
        }
        if (known instanceof UnknownTopicOrPartitionException) {
            return new Sent.NotThere(
                    place(topic) + " does not exist; create it, and the sink goes on by itself");
        }
        if (known instanceof AuthorizationException) {
            return new Sent.NotThere(place(topic) + " must not be written: " + known);
        }
        if (known instanceof RetriableException || used == null || !isCurrent(used)) {
            return new Sent.NotThere(place(topic) + " cannot be reached: " + known);
        }
        if (failure.getClass() == KafkaException.class) {
            replace(used); // the client has no other class for a producer that has ended
        }
        return new Sent.Failed(place(topic) + " took no record: " + failure, failure);
    }

    /// The innermost failure of Kafka that says more than its base class.
    private static Throwable known(Throwable failure) {
        Throwable known = failure;
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof KafkaException && at.getClass() != KafkaException.class) {
                known = at;
            }
        }
        return known;
    }

    private static boolean isOne(Throwable failure, List<Class<? extends KafkaException>> of) {
        return of.stream().anyMatch(one -> one.isInstance(failure));
    }

    private String place(String topic) {
        return "the topic '" + topic + "' at " + brokers;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        current = null;
        factory.destroy();
    }
}
