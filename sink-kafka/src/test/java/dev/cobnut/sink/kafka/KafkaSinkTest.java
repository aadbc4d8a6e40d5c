package dev.cobnut.sink.kafka;

import static dev.cobnut.sink.kafka.CardEvents.event;
import static dev.cobnut.sink.kafka.CardEvents.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.ReceiverPause;
import dev.cobnut.framework.handler.RetryLaterException;
import io.cloudevents.CloudEvent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a sink writes to a real broker, and what becomes of a broker's refusals.
@Timeout(120)
class KafkaSinkTest {

    private static final LocalBroker BROKER = LocalBroker.shared();

    private final AtomicLong nanos = new AtomicLong();

    private static KafkaSinkBuilder sinkTo(String topic) {
        return sink(BROKER.address(), Map.of()).topic(topic);
    }

    private static RetryLaterException isPutOff(KafkaSink sink, RecordedEvent event) {
        return Objects.requireNonNull(
                catchThrowableOfType(RetryLaterException.class, () -> sink.handle(event)));
    }

    private static String header(ConsumerRecord<String, byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Test
    void theSdkOfCloudEventsReadsWhatWasSent() throws Exception {
        BROKER.createTopic("attributes");
        try (KafkaSink sink = sinkTo("attributes").build()) {
            sink.handle(event(7, 3));
        }
        List<ConsumerRecord<String, byte[]>> records = BROKER.records("attributes");
        assertThat(records).hasSize(1);
        ConsumerRecord<String, byte[]> record = records.getFirst();
        assertThat(record.key()).isEqualTo("card-7");
        assertThat(record.timestamp()).isEqualTo(CardEvents.TIME.toEpochMilli());
        assertThat(header(record, "content-type"))
                .isEqualTo("application/cloudevents+json; charset=UTF-8");
        assertThat(header(record, "ce_specversion")).isEqualTo("1.0");
        assertThat(header(record, "ce_id")).isEqualTo(event(7, 3).id().toString());
        assertThat(header(record, "ce_source")).isEqualTo("/library");
        assertThat(header(record, "ce_type")).isEqualTo("FineCharged");
        assertThat(header(record, "ce_subject")).isEqualTo("card-7");
        assertThat(record.headers()).hasSize(6);

        CloudEvent read = TopicEvent.read(record);
        assertThat(read.getId()).isEqualTo(event(7, 3).id().toString());
        assertThat(read.getSource()).isEqualTo(URI.create("/library"));
        assertThat(read.getType()).isEqualTo("FineCharged");
        assertThat(read.getSubject()).isEqualTo("card-7");
        assertThat(read.getTime()).isEqualTo(CardEvents.TIME.atOffset(ZoneOffset.UTC));
        assertThat(read.getDataContentType()).isEqualTo("application/json");
        assertThat(read.getExtension("sequence")).isEqualTo("0000000000000000703");
        assertThat(read.getExtension("streamversion")).isEqualTo("3");
        assertThat(read.getExtension("schemaversion")).isEqualTo(1);
        assertThat(read.getExtension("correlationid")).isEqualTo("basket-4711");
        assertThat(read.getExtension("causationid")).isEqualTo("loan-17");
        assertThat(read.getExtension("traceparent"))
                .isEqualTo("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertThat(new String(data(read), StandardCharsets.UTF_8)).isEqualTo("{\"cents\":3}");
    }

    private static byte[] data(CloudEvent event) {
        return Objects.requireNonNull(event.getData()).toBytes();
    }

    @Test
    void contentThatIsNotJsonArrivesAsTheSameBytesAndOtherTypesAreNotSent() throws Exception {
        BROKER.createTopic("bytes");
        byte[] content = {0, 1, -1, '"'};
        try (KafkaSink bytes = sinkTo("bytes").contentType("application/octet-stream").build();
                KafkaSink others = sinkTo("bytes").types("CardBlocked").build()) {
            bytes.handle(event(7, 1, Payload.of(content)));
            others.handle(event(7, 2));
        }
        List<ConsumerRecord<String, byte[]>> records = BROKER.records("bytes");
        assertThat(records).hasSize(1);
        CloudEvent read = TopicEvent.read(records.getFirst());
        assertThat(data(read)).isEqualTo(content);
        assertThat(read.getDataContentType()).isEqualTo("application/octet-stream");
    }

    @Test
    void eventsOfAStreamAreInOnePartitionAndStreamsAreSpread() throws Exception {
        BROKER.createTopic("spread");
        try (KafkaSink sink = sinkTo("spread").build()) {
            for (int version = 1; version <= 3; version++) {
                for (int card = 0; card < 12; card++) {
                    sink.handle(event(card, version));
                }
            }
        }
        List<ConsumerRecord<String, byte[]>> records = BROKER.records("spread");
        assertThat(records).hasSize(36);
        assertThat(records.stream().map(one -> one.key() + one.partition()).distinct()).hasSize(12);
        assertThat(records.stream().map(ConsumerRecord::partition).distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void theTopicMayDependOnTheEvent() throws Exception {
        BROKER.createTopic("even");
        BROKER.createTopic("odd");
        try (KafkaSink sink =
                sinkTo("-")
                        .topicOf(event ->
                                switch (event.stream().id()) {
                                    case "1" -> "odd";
                                    case "2" -> "even";
                                    case "3" -> "no topic";
                                    default -> null;
                                })
                        .build()) {
            sink.handle(event(1, 1));
            sink.handle(event(2, 1));
            assertThatThrownBy(() -> sink.handle(event(3, 1)))
                    .isInstanceOf(ParkStreamException.class)
                    .hasMessageStartingWith("the topic of FineCharged is 'no topic', and a topic");
            assertThatThrownBy(() -> sink.handle(event(4, 1)))
                    .isInstanceOf(ParkStreamException.class)
                    .hasMessageStartingWith("the topic of FineCharged is 'null', and a topic");
        }
        assertThat(BROKER.records("odd").getFirst().key()).isEqualTo("card-1");
        assertThat(BROKER.records("even").getFirst().key()).isEqualTo("card-2");
    }

    @Test
    void aRecordThatTheProducerOrTheTopicFindsTooLargeParksItsStreamAndNoOther() throws Exception {
        BROKER.createTopic("small", Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "2000"));
        Payload ofTopic = Payload.ofUtf8("\"" + "x".repeat(3_000) + "\"");
        Payload ofProducer = Payload.ofUtf8("\"" + "x".repeat(1_100_000) + "\"");
        try (KafkaSink sink = sinkTo("small").build()) {
            for (Payload large : List.of(ofTopic, ofProducer)) {
                assertThatThrownBy(() -> sink.handle(event(7, 1, large)))
                        .isInstanceOf(ParkStreamException.class)
                        .hasMessageStartingWith(
                                "the topic 'small' at "
                                        + BROKER.address()
                                        + " refused the record:"
                                        + " org.apache.kafka.common.errors.RecordTooLargeException:")
                        .hasMessageEndingWith("; it is not sent again until the stream is retried");
            }
            sink.handle(event(8, 1));
        }
        assertThat(BROKER.records("small"))
                .extracting(ConsumerRecord::key)
                .containsExactly("card-8");
    }

    @Test
    void anEventOfTheFutureThatTheTopicRefusesParksItsStream() throws Exception {
        BROKER.createTopic(
                "punctual", Map.of(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, "3600000"));
        try (KafkaSink sink = sinkTo("punctual").build()) {
            RecordedEvent early =
                    event(7, 1, Payload.ofUtf8("{}"), Instant.now().plus(Duration.ofDays(10)));
            assertThatThrownBy(() -> sink.handle(early))
                    .isInstanceOf(ParkStreamException.class)
                    .hasMessageContaining("InvalidTimestampException");
        }
    }

    @Test
    void contentThatIsNotWhatItIsSaidToBeIsNotSent() throws Exception {
        try (KafkaSink sink = sinkTo("never").build()) {
            assertThatThrownBy(() -> sink.handle(event(7, 1, Payload.ofUtf8("120 cents"))))
                    .isInstanceOf(ParkStreamException.class)
                    .hasMessageContaining("is not one JSON value");
        }
    }

    @Test
    void aTopicThatIsMissingIsWaitedForAndOtherTopicsGoOn() throws Exception {
        BROKER.createTopic("present");
        try (KafkaSink sink =
                sink(BROKER.address(), Map.of("max.block.ms", 1_000))
                        .topicOf(event -> event.stream().id().equals("1") ? "missing" : "present")
                        .nanoTime(nanos::get)
                        .build()) {
            await().atMost(CardEvents.SOON)
                    .untilAsserted(() -> {
                        nanos.addAndGet(ReceiverPause.LONGEST.toNanos());
                        assertThat(isPutOff(sink, event(1, 1)))
                                .hasMessage(
                                        "the topic 'missing' at "
                                                + BROKER.address()
                                                + " does not exist; create it, and the sink goes on"
                                                + " by itself");
                    });
            sink.handle(event(2, 1));
            BROKER.createTopic("missing");
            await().atMost(CardEvents.SOON)
                    .ignoreExceptionsInstanceOf(RetryLaterException.class)
                    .until(() -> {
                        nanos.addAndGet(ReceiverPause.LONGEST.toNanos());
                        sink.handle(event(1, 1));
                        return true;
                    });
        }
        assertThat(BROKER.records("missing")).hasSize(1);
        assertThat(BROKER.records("present")).hasSize(1);
    }

    @Test
    void whileNoBrokerIsThereAllStreamsWaitInPausesThatGrow() throws Exception {
        try (KafkaSink sink =
                sink("127.0.0.1:9", Map.of("max.block.ms", 50))
                        .topic("cards")
                        .nanoTime(nanos::get)
                        .build()) {
            Duration expected = ReceiverPause.SHORTEST;
            for (int i = 0; i < 9; i++) {
                assertThat(isPutOff(sink, event(7, 1)))
                        .hasMessageStartingWith(
                                "the topic 'cards' at 127.0.0.1:9 cannot be reached: ")
                        .extracting(RetryLaterException::pause)
                        .isEqualTo(expected);
                assertThat(isPutOff(sink, event(8, 1)).pause()).isEqualTo(expected);
                nanos.addAndGet(expected.toNanos());
                Duration twice = expected.multipliedBy(2);
                expected =
                        twice.compareTo(ReceiverPause.LONGEST) < 0 ? twice : ReceiverPause.LONGEST;
            }
            assertThat(expected).isEqualTo(ReceiverPause.LONGEST);
        }
    }

    @Test
    void aBrokerWithoutAnAddressIsWaitedForToo() throws Exception {
        try (KafkaSink sink =
                sink("broker.invalid:9092", Map.of("max.block.ms", 50)).topic("cards").build()) {
            assertThat(isPutOff(sink, event(7, 1)))
                    .hasMessageStartingWith("the topic 'cards' at broker.invalid:9092 cannot be");
        }
    }

    @Test
    void aSinkThatIsClosedSendsNothing() throws Exception {
        BROKER.createTopic("closed");
        KafkaSink sink = sinkTo("closed").build();
        sink.handle(event(7, 1));
        sink.close();
        assertThat(isPutOff(sink, event(7, 2))).hasMessageContaining("the sink is closed");
        assertThat(BROKER.records("closed")).hasSize(1);
    }
}
