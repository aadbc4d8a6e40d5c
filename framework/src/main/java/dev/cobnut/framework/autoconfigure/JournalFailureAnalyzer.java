package dev.cobnut.framework.autoconfigure;

import dev.cobnut.framework.journal.JournalException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Shows the message of a journal that cannot be opened, without a stack trace.
final class JournalFailureAnalyzer extends AbstractFailureAnalyzer<JournalException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, JournalException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
