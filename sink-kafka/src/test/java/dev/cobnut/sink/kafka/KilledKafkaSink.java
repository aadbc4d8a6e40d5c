package dev.cobnut.sink.kafka;

import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/// A process that appends events and sends them with an unreliable producer, and is killed at any
/// moment.
final class KilledKafkaSink {

    static final int STREAMS = 8;
    static final String TOPIC = "killed";

    /// Events that wait; more are not appended, so that the end of the test is near.
    private static final int BEHIND_MAX = 60;

    private KilledKafkaSink() {}

    static KafkaSinkBuilder to(String brokers, String topic, UnreliableProducer unreliable) {
        DefaultKafkaProducerFactory<Object, Object> connection =
                CardEvents.connection(
                        brokers, Map.of(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 200));
        connection.addPostProcessor(unreliable::around);
        return KafkaSink.named("billing")
                .to(connection)
                .topic(topic)
                .source(URI.create("/library"))
                .categories("card");
    }

    /// Appends for ever, or, without anything to append, until all events are sent.
    ///
    /// @param arguments folder, address of the broker, seed, and `append` or `finish`
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        long seed = Long.parseLong(arguments[2]);
        boolean appends = arguments[3].equals("append");
        Random random = new Random(seed);
        try (Journal journal =
                        SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
                KafkaSink sink =
                        to(
                                        arguments[1],
                                        TOPIC,
                                        new UnreliableProducer(seed, folder.resolve("draws")))
                                .build();
                Handlers handlers = CardEvents.handlers(journal, sink)) {
            journal.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            while (appends) {
                if (behind(handlers) < BEHIND_MAX) {
                    CardEvents.append(journal, CardEvents.card(random.nextInt(STREAMS)));
                } else {
                    LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
                }
            }
            while (behind(handlers) > 0) {
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            }
        }
    }

    private static long behind(Handlers handlers) {
        return handlers.statuses().getFirst().behind();
    }
}
