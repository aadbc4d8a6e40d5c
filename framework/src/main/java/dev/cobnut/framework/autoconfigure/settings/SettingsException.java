package dev.cobnut.framework.autoconfigure.settings;

/// The service does not start with these settings. The message is for the operator: one sentence
/// for each mistake.
public final class SettingsException extends RuntimeException {

    public SettingsException(String message) {
        super(message);
    }
}
