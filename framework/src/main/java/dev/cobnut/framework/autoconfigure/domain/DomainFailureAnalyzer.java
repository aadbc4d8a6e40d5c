package dev.cobnut.framework.autoconfigure.domain;

import dev.cobnut.framework.event.UnusableDomainException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Shows the message of a domain that cannot be used, without a stack trace.
public final class DomainFailureAnalyzer extends AbstractFailureAnalyzer<UnusableDomainException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableDomainException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
