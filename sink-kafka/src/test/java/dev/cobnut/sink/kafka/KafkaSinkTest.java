package dev.cobnut.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

class KafkaSinkTest {

    private static final LocalBroker BROKER = LocalBroker.shared();

    @Test
    void oneEvent() throws Exception {
        BROKER.createTopic("first");
        RecordedEvent event =
                new RecordedEvent(
                        new UUID(0x7000, 0x8000_0000_0000_0001L),
                        StreamId.of("card", "7"),
                        3,
                        "FineCharged",
                        1,
                        Payload.ofUtf8("{\"cents\":3}"),
                        EventMetadata.at(Instant.parse("2026-11-23T06:00:00.123456Z")),
                        703,
                        1);
        try (KafkaSink sink =
                KafkaSink.named("billing")
                        .to(
                                new DefaultKafkaProducerFactory<>(
                                        Map.of("bootstrap.servers", BROKER.address())))
                        .topic("first")
                        .source(URI.create("/library"))
                        .categories("card")
                        .build()) {
            sink.handle(event);
        }
        ConsumerRecord<String, byte[]> record = BROKER.records("first").getFirst();
        assertThat(record.key()).isEqualTo("card-7");
    }
}
