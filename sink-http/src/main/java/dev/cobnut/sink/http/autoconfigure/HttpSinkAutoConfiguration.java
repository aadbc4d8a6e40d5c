package dev.cobnut.sink.http.autoconfigure;

import dev.cobnut.sink.http.HttpSink;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/// Adds the sink of the settings, beside those that are beans already.
@AutoConfiguration
@EnableConfigurationProperties(HttpSinkProperties.class)
public class HttpSinkAutoConfiguration {

    @Bean
    @ConditionalOnProperty("cobnut.sink.http.url")
    HttpSink httpSink(HttpSinkProperties properties, InstantSource clock) {
        return properties.sink(clock);
    }
}
