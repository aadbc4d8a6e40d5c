package dev.cobnut.orders.startup;

/// The service would be open to others without asking who they are. The message is one sentence for
/// the operator.
final class StartRefusedException extends RuntimeException {

    StartRefusedException(String message) {
        super(message);
    }
}
