package dev.cobnut.orders.startup;

import dev.cobnut.framework.journal.JournalException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// The data folder is in use, cannot be written, or holds a journal that cannot be read. The
/// message is the sentence already.
final class JournalFailureAnalyzer extends AbstractFailureAnalyzer<JournalException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, JournalException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
