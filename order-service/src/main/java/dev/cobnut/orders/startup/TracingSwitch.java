package dev.cobnut.orders.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/// Leaves Spring Boot's tracing out while `cobnut.tracing.enabled` is false. Without this, a tracer
/// on the class path would look at every request, whether somebody wants traces or not.
final class TracingSwitch implements AutoConfigurationImportFilter, EnvironmentAware {

    static final String ENABLED = "cobnut.tracing.enabled";

    private boolean enabled;

    @Override
    public void setEnvironment(Environment environment) {
        enabled = "true".equals(environment.getProperty(ENABLED));
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
