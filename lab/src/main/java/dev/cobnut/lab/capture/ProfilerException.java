package dev.cobnut.lab.capture;

import java.io.IOException;

/// There is no profile: the message is a sentence that says why, and what would help.
final class ProfilerException extends IOException {

    public ProfilerException(String message) {
        super(message);
    }

    public ProfilerException(String message, Throwable cause) {
        super(message, cause);
    }
}
