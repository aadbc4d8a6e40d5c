package dev.cobnut.framework.autoconfigure.tracing;

import dev.cobnut.framework.autoconfigure.settings.SettingsException;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.exporter.logging.otlp.internal.traces.OtlpStdoutSpanExporter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/// Makes spans with the application's tracer when `cobnut.tracing.enabled` is true.
@AutoConfiguration(
        beforeName = "dev.cobnut.framework.autoconfigure.CobnutAutoConfiguration",
        afterName = {
            "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.NoopTracerAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration"
        })
@ConditionalOnProperty(name = "cobnut.tracing.enabled", havingValue = "true")
@ConditionalOnClass(Tracer.class)
public class CobnutTracingAutoConfiguration {

    @Bean
    @ConditionalOnBean(Tracer.class)
    Tracing cobnutTracing(Tracer tracer) {
        return new Traces(tracer);
    }

    /// Writes spans into a file, when OpenTelemetry makes them.
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("cobnut.tracing.file")
    @ConditionalOnClass({SpanExporter.class, OtlpStdoutSpanExporter.class})
    static class File {

        @Bean(destroyMethod = "close")
        TraceFile cobnutTraceFile(Environment environment) {
            Path file = Path.of(environment.getRequiredProperty("cobnut.tracing.file"));
            DataSize max =
                    environment.getProperty(
                            "cobnut.tracing.file-max", DataSize.class, DataSize.ofMegabytes(64));
            try {
                return new TraceFile(file, max.toBytes());
            } catch (IOException e) {
                throw new SettingsException(
                        "cobnut.tracing.file is %s, which cannot be written: %s"
                                .formatted(file, e.getMessage()));
            }
        }

        @Bean
        SpanExporter cobnutFileExporter(TraceFile file) {
            return OtlpStdoutSpanExporter.builder()
                    .setOutput(file)
                    .setWrapperJsonObject(true)
                    .build();
        }
    }
}
