package dev.cobnut.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.autoconfigure.settings.CobnutSettingsAutoConfiguration;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.sink.kafka.autoconfigure.KafkaSinkAutoConfiguration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// A sink by settings alone. It connects to nobody before there is an event.
class KafkaSinkAutoConfigurationTest {

    @Configuration(proxyBeanMethods = false)
    static class OwnSink {
        @Bean
        KafkaSink billing() {
            return CardEvents.sink("127.0.0.1:9", Map.of()).topic("bills").build();
        }
    }

    private final ApplicationContextRunner service =
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(
                                    KafkaAutoConfiguration.class,
                                    KafkaSinkAutoConfiguration.class,
                                    CobnutSettingsAutoConfiguration.class));

    private static String message(@Nullable Throwable failure) {
        Throwable at = failure;
        while (at != null && at.getCause() != null) {
            at = at.getCause();
        }
        return at == null ? "" : String.valueOf(at.getMessage());
    }

    @Test
    void withoutATopicThereIsNoSink() {
        service.run(context -> assertThat(context).doesNotHaveBean(EventHandler.class));
    }

    @Test
    void aTopicACategoryAndANameOfTheServiceAreEnough() {
        service.withPropertyValues(
                        "cobnut.sink.kafka.topic=cards",
                        "cobnut.sink.kafka.source=/library",
                        "cobnut.sink.kafka.categories=card, copy")
                .run(context -> {
                    KafkaSink sink = context.getBean(KafkaSink.class);
                    assertThat(sink.name()).isEqualTo("kafka");
                    assertThat(sink.categories()).isEqualTo(Set.of("card", "copy"));
                    assertThat(sink.start()).isEqualTo(Start.BEGINNING);
                });
    }

    @Test
    void everySettingIsKnown() {
        service.withPropertyValues(
                        "spring.kafka.bootstrap-servers=127.0.0.1:9",
                        "cobnut.sink.kafka.name=billing",
                        "cobnut.sink.kafka.topic=cards",
                        "cobnut.sink.kafka.source=/library",
                        "cobnut.sink.kafka.categories=card",
                        "cobnut.sink.kafka.types=FineCharged,CardBlocked",
                        "cobnut.sink.kafka.start=2026-11-23T06:00:00Z",
                        "cobnut.sink.kafka.content-type=application/json")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    KafkaSink sink = context.getBean(KafkaSink.class);
                    assertThat(sink.name()).isEqualTo("billing");
                    assertThat(sink.start())
                            .isEqualTo(Start.at(Instant.parse("2026-11-23T06:00:00Z")));
                });
    }

    @Test
    void sinksThatAreBeansStayBesideIt() {
        service.withUserConfiguration(OwnSink.class)
                .withPropertyValues(
                        "cobnut.sink.kafka.topic=cards",
                        "cobnut.sink.kafka.source=/library",
                        "cobnut.sink.kafka.categories=card",
                        "cobnut.sink.kafka.start=NOW")
                .run(context ->
                        assertThat(context.getBeansOfType(KafkaSink.class).values())
                                .extracting(KafkaSink::name)
                                .containsExactlyInAnyOrder("billing", "kafka"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "cobnut.sink.kafka.start=tomorrow|cobnut.sink.kafka.start must be beginning, now or an instant such as 2026-11-23T06:00:00Z, but was 'tomorrow'",
                "cobnut.sink.kafka.topic=my cards|cobnut.sink.kafka.topic of the sink 'kafka' is 'my cards', and a topic has 1 to 249 letters, digits, dots, - and _, and is not . or ..",
                "cobnut.sink.kafka.topics=x|There is no setting cobnut.sink.kafka.topics (test); the nearest is cobnut.sink.kafka.topic.",
                "spring.kafka.producer.acks=1|the producer of the sink 'kafka' cannot be used: acks must be all, but was 1: all in-sync replicas must have an event before it counts as handled",
                "spring.kafka.producer.properties[enable.idempotence]=false|the producer of the sink 'kafka' cannot be used: enable.idempotence must be true, but was false"
            })
    void aSettingThatCannotBeEndsTheStartWithASentence(String setting, String sentence) {
        service.withPropertyValues(
                        "cobnut.sink.kafka.topic=cards",
                        "cobnut.sink.kafka.source=/library",
                        "cobnut.sink.kafka.categories=card")
                .withPropertyValues(setting)
                .run(context ->
                        assertThat(message(context.getStartupFailure())).startsWith(sentence));
    }

    @Test
    void settingsWithoutATopicEndTheStart() {
        service.withPropertyValues("cobnut.sink.kafka.categories=card")
                .run(context ->
                        assertThat(message(context.getStartupFailure()))
                                .isEqualTo(
                                        "cobnut.sink.kafka.topic is missing: without it the other"
                                                + " settings of the sink do nothing"));
    }
}
