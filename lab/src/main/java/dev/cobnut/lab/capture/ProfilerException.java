package dev.cobnut.lab.capture;

import java.io.IOException;

/// A profile could not be taken. The message is a sentence with the reason and the remedy.
public final class ProfilerException extends IOException {

    public ProfilerException(String message) {
        super(message);
    }

    public ProfilerException(String message, Throwable cause) {
        super(message, cause);
    }
}
