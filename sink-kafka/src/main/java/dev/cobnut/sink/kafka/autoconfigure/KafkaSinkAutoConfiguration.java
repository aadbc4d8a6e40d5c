package dev.cobnut.sink.kafka.autoconfigure;

import dev.cobnut.sink.kafka.KafkaSink;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.core.ProducerFactory;

/// Adds the sink of the settings, beside those that are beans already. Its connection is the one of
/// `spring.kafka`.
@AutoConfiguration(after = KafkaAutoConfiguration.class)
@EnableConfigurationProperties(KafkaSinkProperties.class)
public class KafkaSinkAutoConfiguration {

    @Bean
    @ConditionalOnProperty("cobnut.sink.kafka.topic")
    KafkaSink kafkaSink(KafkaSinkProperties properties, ProducerFactory<?, ?> connection) {
        return properties.sink(connection);
    }
}
