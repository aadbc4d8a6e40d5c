package dev.cobnut.orders.startup;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/// Leaves Spring Boot's tracing out while `cobnut.tracing.enabled` is false. Without this, a tracer
/// on the class path would look at every request, whether somebody wants traces or not, and each
/// line of the log would have room for the ids of a trace.
final class TracingSwitch
        implements AutoConfigurationImportFilter, EnvironmentAware, EnvironmentPostProcessor {

    private static final String ENABLED = "cobnut.tracing.enabled";
    private static final String EXPORT = "management.tracing.export.enabled";

    private boolean enabled;

    @Override
    public void postProcessEnvironment(
            ConfigurableEnvironment environment, SpringApplication application) {
        environment
                .getPropertySources()
                .addLast(
                        new MapPropertySource(
                                "cobnutTracing", Map.of(EXPORT, isEnabled(environment))));
    }

    @Override
    public void setEnvironment(Environment environment) {
        enabled = isEnabled(environment);
    }

    private static boolean isEnabled(Environment environment) {
        return "true".equals(environment.getProperty(ENABLED));
    }

    @Override
    public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
        boolean[] matches = new boolean[classes.length];
        for (int i = 0; i < classes.length; i++) {
            String name = classes[i];
            matches[i] = enabled || name == null || !isOfTracing(name);
        }
        return matches;
    }

    private static boolean isOfTracing(String name) {
        return name.startsWith("org.springframework.boot.micrometer.tracing.")
                || name.startsWith("org.springframework.boot.opentelemetry.");
    }
}
