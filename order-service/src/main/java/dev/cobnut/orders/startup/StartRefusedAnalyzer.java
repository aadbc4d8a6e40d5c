package dev.cobnut.orders.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Reports a [StartRefusedException] by its message.
final class StartRefusedAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, StartRefusedException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
