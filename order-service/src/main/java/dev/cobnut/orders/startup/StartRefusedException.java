package dev.cobnut.orders.startup;

/// The service refuses to start with these settings. The message is one sentence for the operator.
final class StartRefusedException extends RuntimeException {

    StartRefusedException(String message) {
        super(message);
    }
}
