package dev.cobnut.framework.autoconfigure.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/// Reports a value of `cobnut.*` that its settings record refuses, with the record's message.
/// Spring Boot's analyzers report all other settings that cannot be bound.
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SettingAnalyzer extends AbstractFailureAnalyzer<ConfigurationPropertiesBindException> {

    private static final String OURS = "cobnut.";

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, ConfigurationPropertiesBindException cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            String message = at.getMessage();
            if (at instanceof IllegalArgumentException
                    && message != null
                    && message.startsWith(OURS)) {
                return new FailureAnalysis(message, null, cause);
            }
        }
        return null;
    }
}
