package dev.cobnut.sink.kafka;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.HandlerObserver;
import dev.cobnut.framework.handler.HandlerSettings;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/// Events of library cards, and what tests of Kafka sinks need around them.
final class CardEvents {

    static final Duration SOON = Duration.ofMinutes(1);

    static final Instant TIME = Instant.parse("2026-11-23T06:00:00.123456Z");

    private static final TimeOrderedIds IDS =
            new TimeOrderedIds(InstantSource.system(), RandomGenerator.getDefault());

    private CardEvents() {}

    static StreamId card(int number) {
        return StreamId.of("card", Integer.toString(number));
    }

    static RecordedEvent event(int card, long version) {
        return event(card, version, Payload.ofUtf8("{\"cents\":" + version + "}"));
    }

    static RecordedEvent event(int card, long version, Payload payload) {
        return event(card, version, payload, TIME);
    }

    static RecordedEvent event(int card, long version, Payload payload, Instant time) {
        return new RecordedEvent(
                new UUID(0x7000, 0x8000_0000_0000_0000L + 1_000L * card + version),
                card(card),
                version,
                "FineCharged",
                1,
                payload,
                new EventMetadata(
                        time,
                        "loan-17",
                        "basket-4711",
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
                100L * card + version,
                1);
    }

    /// Appends one event, and waits until it is committed.
    static void append(Journal journal, StreamId stream) {
        append(journal, stream, "{\"cents\":120}");
    }

    static void append(Journal journal, StreamId stream, String content) {
        AppendRequest request =
                AppendRequest.of(
                        stream,
                        new ExpectedVersion.Any(),
                        List.of(
                                new NewEvent(
                                        IDS.next(),
                                        "FineCharged",
                                        1,
                                        Payload.ofUtf8(content),
                                        EventMetadata.at(Instant.now()))),
                        null);
        journal.append(request);
        AppendResult result = request.result().orTimeout(60, TimeUnit.SECONDS).join();
        if (!(result instanceof AppendResult.Appended)) {
            throw new AssertionError("not appended: " + result);
        }
    }

    /// The connection of an application, which has settings for its own records.
    static DefaultKafkaProducerFactory<Object, Object> connection(
            String brokers, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        return new DefaultKafkaProducerFactory<>(settings);
    }

    static KafkaSinkBuilder sink(String brokers, Map<String, Object> more) {
        return KafkaSink.named("billing")
                .to(connection(brokers, more))
                .source(URI.create("/library"))
                .categories("card");
    }

    /// Attempts follow each other quickly, and no series of random failures parks a stream.
    static Handlers handlers(Journal journal, EventHandler handler) {
        return new Handlers(
                List.of(handler),
                journal,
                new HandlerSettings(
                        64,
                        1_024,
                        8,
                        1_000,
                        Duration.ofMillis(1),
                        Duration.ofMillis(10),
                        100,
                        Duration.ofMillis(50),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10)),
                new Unmeasured(),
                System::nanoTime);
    }

    private static final class Unmeasured implements HandlerObserver {

        @Override
        public void handled(String handler, int count) {}

        @Override
        public void retried(String handler) {}

        @Override
        public void parked(String handler) {}
    }
}
