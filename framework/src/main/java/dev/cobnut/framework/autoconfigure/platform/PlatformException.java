package dev.cobnut.framework.autoconfigure.platform;

/// The service does not start on these libraries or on this JVM. The message is for the developer:
/// one sentence for each mistake, with the line to add.
final class PlatformException extends RuntimeException {

    PlatformException(String message) {
        super(message);
    }
}
