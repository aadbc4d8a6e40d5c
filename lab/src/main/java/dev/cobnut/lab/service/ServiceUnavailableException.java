package dev.cobnut.lab.service;

import java.io.IOException;

/// There is no service to work with: not built, not ready in time, or gone. The message says which.
public final class ServiceUnavailableException extends IOException {

    public ServiceUnavailableException(String message) {
        super(message);
    }
}
