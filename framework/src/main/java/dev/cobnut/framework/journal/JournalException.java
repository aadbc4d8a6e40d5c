package dev.cobnut.framework.journal;

import org.jspecify.annotations.Nullable;

/// The journal cannot be opened or read. The message is one sentence for the operator: what is
/// wrong, and what to do.
public final class JournalException extends RuntimeException {

    public JournalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
