package dev.cobnut.framework.autoconfigure.platform;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Shows the message of a platform that does not fit, without a stack trace.
final class PlatformFailureAnalyzer extends AbstractFailureAnalyzer<PlatformException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PlatformException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
