package dev.cobnut.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration;
import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.sink.kafka.autoconfigure.KafkaSinkAutoConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/// A service whose only configuration of a sink is its settings.
class KafkaSinkServiceTest {

    private static final LocalBroker BROKER = LocalBroker.shared();

    @TempDir Path data;

    private ApplicationContextRunner service(String topic) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                CobnutAutoConfiguration.class,
                                KafkaAutoConfiguration.class,
                                KafkaSinkAutoConfiguration.class))
                .withPropertyValues(
                        "cobnut.data=" + data,
                        "cobnut.hazelcast.cluster-name=test-" + UUID.randomUUID(),
                        "cobnut.handlers.stalled-after=1s",
                        "cobnut.handlers.drain-deadline=1s",
                        "spring.kafka.bootstrap-servers=" + BROKER.address(),
                        "cobnut.sink.kafka.name=billing",
                        "cobnut.sink.kafka.topic=" + topic,
                        "cobnut.sink.kafka.source=/library",
                        "cobnut.sink.kafka.categories=card");
    }

    private static HandlerStatus status(ApplicationContext context) {
        return context.getBean(Handlers.class).statuses().getFirst();
    }

    @Test
    void eventsOfAServiceArriveAndAStreamThatIsRefusedIsParkedUntilItIsRetried() throws Exception {
        BROKER.createTopic("service", Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "2000"));
        service("service")
                .run(context -> {
                    Journal journal = context.getBean(Journal.class);
                    Handlers handlers = context.getBean(Handlers.class);
                    CardEvents.append(journal, CardEvents.card(1));
                    CardEvents.append(journal, CardEvents.card(2), "\"" + "x".repeat(3_000) + "\"");
                    CardEvents.append(journal, CardEvents.card(2));
                    CardEvents.append(journal, CardEvents.card(1));
                    await().atMost(CardEvents.SOON).until(() -> status(context).parked() == 1);
                    ParkedStream parked = handlers.parked("billing", 1).getFirst();
                    assertThat(parked.stream()).isEqualTo(CardEvents.card(2));
                    assertThat(parked.attempts()).isEqualTo(1);
                    assertThat(parked.failure())
                            .startsWith(
                                    "the topic 'service' at "
                                            + BROKER.address()
                                            + " refused the record")
                            .contains("RecordTooLargeException");
                    await().atMost(CardEvents.SOON).until(() -> status(context).behind() == 0);
                    assertThat(BROKER.records("service"))
                            .extracting(ConsumerRecord::key)
                            .containsExactly("card-1", "card-1");

                    BROKER.changeTopic("service", TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "20000");
                    assertThat(handlers.retry("billing", CardEvents.card(2))).isTrue();
                    await().atMost(CardEvents.SOON).until(() -> status(context).parked() == 0);
                });
        assertThat(TopicEvent.of(BROKER.records("service")))
                .filteredOn(event -> event.stream().equals("card-2"))
                .extracting(TopicEvent::version)
                .containsExactly(1L, 2L);
    }

    @Test
    void aServiceWithoutABrokerStartsWaitsGoesOnByItselfAndStopsSoon() throws Exception {
        BROKER.createTopic("patient");
        BROKER.kill();
        AtomicLong stopBegan = new AtomicLong();
        try {
            service("patient")
                    .run(context -> {
                        Journal journal = context.getBean(Journal.class);
                        for (int card = 0; card < 20; card++) {
                            CardEvents.append(journal, CardEvents.card(card));
                        }
                        await().atMost(CardEvents.SOON).until(() -> status(context).stalled());
                        assertThat(status(context).parked()).isZero();

                        BROKER.start();
                        await().atMost(CardEvents.SOON).until(() -> status(context).behind() == 0);
                        assertThat(status(context).parked()).isZero();
                        assertThat(BROKER.records("patient")).hasSizeGreaterThanOrEqualTo(20);

                        BROKER.kill();
                        CardEvents.append(journal, CardEvents.card(1));
                        await().atMost(CardEvents.SOON).until(() -> status(context).stalled());
                        stopBegan.set(System.nanoTime());
                    });
            assertThat(Duration.ofNanos(System.nanoTime() - stopBegan.get()))
                    .as("end of a service whose event is on its way to nobody")
                    .isLessThan(Duration.ofSeconds(30));
        } finally {
            BROKER.start();
        }
    }
}
