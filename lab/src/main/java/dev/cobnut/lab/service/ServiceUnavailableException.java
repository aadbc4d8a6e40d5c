package dev.cobnut.lab.service;

import java.io.IOException;

/// The service is not built, was not ready in time, or is gone. The message says which.
public final class ServiceUnavailableException extends IOException {

    public ServiceUnavailableException(String message) {
        super(message);
    }
}
