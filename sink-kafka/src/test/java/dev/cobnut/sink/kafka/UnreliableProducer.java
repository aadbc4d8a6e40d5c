package dev.cobnut.sink.kafka;

import static dev.cobnut.sink.kafka.ProducerProxy.failed;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownServerException;

/// Lets 30 % of the records of a producer fail, drawn from a seed. It notes each draw as a line of
/// a file, which outlives the process.
final class UnreliableProducer {

    enum Fault {
        /// The record is sent.
        NONE(70),
        /// It is not sent, for a reason that nobody knows.
        ERROR_BEFORE(9),
        /// It is sent, and the acknowledgement is an error.
        ERROR_AFTER(9),
        /// It is not sent, and there is no acknowledgement.
        TIMEOUT_BEFORE(3),
        /// It is sent, and there is no acknowledgement.
        TIMEOUT_AFTER(3),
        /// It is given up, and sent nevertheless, beside the next attempt.
        LATE(3),
        /// It is sent, and the producer cannot go on.
        BROKEN_SEQUENCE(3);

        private final int percent;

        Fault(int percent) {
            this.percent = percent;
        }

        static Fault draw(Random random) {
            int left = random.nextInt(100);
            for (Fault fault : values()) {
                left -= fault.percent;
                if (left < 0) {
                    return fault;
                }
            }
            throw new AssertionError("the shares make less than 100 %");
        }
    }

    private final Random random;
    private final OutputStream draws;

    UnreliableProducer(long seed, Path draws) throws IOException {
        random = new Random(seed);
        this.draws =
                Files.newOutputStream(draws, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    static Map<Fault, Integer> draws(Path file) throws IOException {
        Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
        for (String draw : Files.readAllLines(file)) {
            counts.merge(Fault.valueOf(draw), 1, Integer::sum);
        }
        return counts;
    }

    /// The producer with the failures; a post-processor of Spring Kafka.
    <K, V> Producer<K, V> around(Producer<K, V> reliable) {
        return ProducerProxy.around(reliable, this::send);
    }

    private Future<RecordMetadata> send(Callable<Future<RecordMetadata>> real) throws Exception {
        return switch (draw()) {
            case NONE -> real.call();
            case ERROR_BEFORE -> failed(new UnknownServerException("planted"));
            case TIMEOUT_BEFORE -> failed(new TimeoutException("planted"));
            case ERROR_AFTER -> sent(real, new UnknownServerException("planted"));
            case TIMEOUT_AFTER -> sent(real, new TimeoutException("planted"));
            case BROKEN_SEQUENCE -> sent(real, new OutOfOrderSequenceException("planted"));
            case LATE -> {
                Future<RecordMetadata> _ = real.call();
                yield failed(new TimeoutException("planted, and on its way"));
            }
        };
    }

    private static Future<RecordMetadata> sent(
            Callable<Future<RecordMetadata>> real, Exception failure) throws Exception {
        RecordMetadata _ = real.call().get();
        return failed(failure);
    }

    private synchronized Fault draw() {
        Fault fault = Fault.draw(random);
        try {
            draws.write((fault.name() + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return fault;
    }
}
