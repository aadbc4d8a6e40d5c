package dev.cobnut.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Start;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/// Each mistake in the description of a sink is one sentence. No broker is needed for it.
class KafkaSinkBuilderTest {

    private static final String NOBODY = "127.0.0.1:9";

    private static KafkaSinkBuilder sink() {
        return sink(Map.of());
    }

    private static KafkaSinkBuilder sink(Map<String, Object> settings) {
        return CardEvents.sink(NOBODY, settings).topic("cards");
    }

    private static void refuses(KafkaSinkBuilder sink, String sentence) {
        assertThatThrownBy(sink::build)
                .isInstanceOf(UnusableDomainException.class)
                .hasMessage(sentence);
    }

    private static Map<String, Object> rules(Map<String, Object> given) {
        Map<String, Object> settings = new HashMap<>(given);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, NOBODY);
        return ProducerRules.of("billing", settings);
    }

    @Test
    void aSinkIsAHandlerOfItsNameThatBeginsWhereItIsTold() {
        try (KafkaSink now = sink().from(Start.NOW).build();
                KafkaSink beginning = sink().categories("card", "copy").build()) {
            assertThat(now.name()).isEqualTo("billing");
            assertThat(now.start()).isEqualTo(Start.NOW);
            assertThat(beginning.start()).isEqualTo(Start.BEGINNING);
            assertThat(beginning.categories()).isEqualTo(Set.of("card", "copy"));
        }
    }

    @Test
    void whatMustBeGivenIsNamed() {
        refuses(
                KafkaSink.named("billing"),
                "topic of the sink 'billing' must be given; a topic has 1 to 249 letters, digits,"
                        + " dots, - and _, and is not . or ..");
        refuses(
                KafkaSink.named("billing")
                        .topic("cards")
                        .source(URI.create("/library"))
                        .categories("card"),
                "to of the sink 'billing' must be given: the producer factory of the application");
        refuses(
                sink().categories(),
                "categories of the sink 'billing' must have at least one category");
        refuses(
                sink().source(URI.create("")),
                "source of the sink 'billing' must be given; it names this service, for example"
                        + " /shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "card events", "cards/fines", "kärten"})
    void aTopicHasANameThatKafkaAllows(String topic) {
        refuses(
                sink().topic(topic),
                "topic of the sink 'billing' is '"
                        + topic
                        + "', and a topic has 1 to 249 letters, digits, dots, - and _, and is not"
                        + " . or ..");
    }

    @Test
    void otherThingsThatCannotBeAreRefused() {
        assertThatThrownBy(sink().categories("library-card")::build)
                .hasMessageStartingWith(
                        "categories of the sink 'billing' has 'library-card', and a category");
        refuses(
                sink().contentType("json"),
                "content-type of the sink 'billing' is wrong: a content type is like"
                        + " application/json, not 'json'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acks|1|acks must be all, but was 1: all in-sync replicas must have an event before it counts as handled",
                "acks|0|acks must be all, but was 0: all in-sync replicas must have an event before it counts as handled",
                "enable.idempotence|false|enable.idempotence must be true, but was false: a repetition by the client must not change the order of a stream",
                "partitioner.ignore.keys|true|partitioner.ignore.keys must be false, but was true: the events of a stream keep their order in one partition",
                "max.in.flight.requests.per.connection|6|max.in.flight.requests.per.connection must be at most 5, but was 6",
                "retries|0|retries must be at least 1: without retries there is no idempotence",
                "delivery.timeout.ms|0|delivery.timeout.ms must be at least linger.ms and request.timeout.ms together, but was 0",
                "request.timeout.ms|30000|delivery.timeout.ms must be at least linger.ms and request.timeout.ms together, but was 20000",
                "linger.ms|soon|Invalid value soon for configuration linger.ms: Not a number of type LONG"
            })
    void aProducerThatCouldLoseOrReorderEventsEndsTheStart(
            String setting, String value, String sentence) {
        refuses(
                sink(Map.of(setting, value)),
                "the producer of the sink 'billing' cannot be used: " + sentence);
    }

    @Test
    void aPartitionerThatDoesNotLookAtTheKeyEndsTheStart() {
        refuses(
                sink(Map.of(ProducerConfig.PARTITIONER_CLASS_CONFIG, RoundRobinPartitioner.class)),
                "the producer of the sink 'billing' cannot be used: partitioner.class must choose"
                        + " the partition by the key, and RoundRobinPartitioner does not");
    }

    @Test
    void withoutSettingsTheProducerIsIdempotentAndItsWaitsAreShort() {
        assertThat(rules(Map.of()))
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", "true")
                .containsEntry("linger.ms", 0)
                .containsEntry("max.block.ms", 5_000L)
                .containsEntry("delivery.timeout.ms", 20_000)
                .containsEntry("request.timeout.ms", 10_000)
                .containsEntry("client.id", "cobnut-sink-billing");
    }

    @Test
    void whatTheApplicationSetsStaysAsItIs() {
        assertThat(
                        rules(
                                Map.of(
                                        "acks",
                                        "-1",
                                        "enable.idempotence",
                                        true,
                                        "max.in.flight.requests.per.connection",
                                        1,
                                        "delivery.timeout.ms",
                                        "4000",
                                        "linger.ms",
                                        7,
                                        "compression.type",
                                        "zstd")))
                .containsEntry("acks", "-1")
                .containsEntry("max.in.flight.requests.per.connection", 1)
                .containsEntry("delivery.timeout.ms", "4000")
                .containsEntry("request.timeout.ms", 3_993)
                .containsEntry("linger.ms", 7)
                .containsEntry("compression.type", "zstd");
    }

    @Test
    void serializersAndTransactionsOfTheApplicationsOwnRecordsHaveNoEffect() {
        DefaultKafkaProducerFactory<Object, Object> connection =
                CardEvents.connection(
                        NOBODY,
                        Map.of(
                                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                                IntegerSerializer.class,
                                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                                "tx-"));
        assertThat(connection.transactionCapable()).isTrue();
        try (KafkaSink sink = sink().to(connection).build()) {
            assertThat(sink.name()).isEqualTo("billing");
        }
        assertThat(rules(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "tx-")))
                .doesNotContainKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    }
}
