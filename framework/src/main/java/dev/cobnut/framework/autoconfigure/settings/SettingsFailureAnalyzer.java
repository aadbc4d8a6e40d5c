package dev.cobnut.framework.autoconfigure.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Shows the message of refused settings, without a stack trace.
final class SettingsFailureAnalyzer extends AbstractFailureAnalyzer<SettingsException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, SettingsException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
