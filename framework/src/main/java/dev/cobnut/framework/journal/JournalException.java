package dev.cobnut.framework.journal;

import org.jspecify.annotations.Nullable;

/// The journal cannot be opened or read. The message is one sentence that says what is wrong and
/// what to do; it is meant to be shown to the operator as it is.
public final class JournalException extends RuntimeException {

    public JournalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
