package dev.cobnut.sink.kafka.autoconfigure;

import dev.cobnut.framework.event.CloudEventFormat;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.sink.kafka.KafkaSink;
import dev.cobnut.sink.kafka.KafkaSinkBuilder;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.kafka.core.ProducerFactory;

/// One sink that sends events to a Kafka topic. Without a topic there is none, and the other
/// settings have no effect. The connection is configured with `spring.kafka`.
///
/// @param name name of the sink's cursor, from which it goes on after a restart
/// @param topic where the events go
/// @param source name of this service in the CloudEvents, a URI reference such as /shop
/// @param categories categories of the streams whose events are sent
/// @param types types of the events that are sent, as stored; all when none is given
/// @param start where a new sink begins: beginning, now, or an instant such as 2026-11-23T06:00:00Z
/// @param contentType media type of the events' content
@ConfigurationProperties("cobnut.sink.kafka")
public record KafkaSinkProperties(
        @DefaultValue("kafka") String name,
        @Nullable String topic,
        @Nullable URI source,
        @DefaultValue Set<String> categories,
        @DefaultValue Set<String> types,
        @DefaultValue("beginning") String start,
        @DefaultValue(CloudEventFormat.JSON) String contentType) {

    private static final String PREFIX = "cobnut.sink.kafka.";

    public KafkaSinkProperties {
        boolean isEmpty = source == null && categories.isEmpty() && types.isEmpty();
        if (topic == null && !isEmpty) {
            throw new IllegalArgumentException(
                    PREFIX
                            + "topic is missing: without it the other settings of the sink do nothing");
        }
    }

    /// @throws UnusableDomainException when there is no such sink
    KafkaSink sink(ProducerFactory<?, ?> connection) {
        try {
            KafkaSinkBuilder sink =
                    KafkaSink.named(name)
                            .to(connection)
                            .categories(categories)
                            .types(types)
                            .from(Start.parse(start))
                            .contentType(contentType);
            if (topic != null) {
                sink.topic(topic);
            }
            if (source != null) {
                sink.source(source);
            }
            return sink.build();
        } catch (UnusableDomainException e) {
            // The producer's settings are those of spring.kafka.
            String sentence = String.valueOf(e.getMessage());
            throw new UnusableDomainException(
                    sentence.startsWith("the producer ") ? sentence : PREFIX + sentence);
        }
    }
}
