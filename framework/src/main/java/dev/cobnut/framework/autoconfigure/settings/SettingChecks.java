package dev.cobnut.framework.autoconfigure.settings;

import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/// Checks that records of settings make in their constructors. What they throw names the setting,
/// and ends the start.
public final class SettingChecks {

    private SettingChecks() {}

    /// Checks settings with the constructor of the part that uses them. The message of a failure
    /// begins with the name of a component, which becomes the name of the setting.
    public static void requireValid(String prefix, Supplier<?> settings) {
        try {
            Object _ = settings.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            int nameEnd = Math.max(message.indexOf(' '), 0);
            IllegalArgumentException named =
                    new IllegalArgumentException(
                            prefix
                                    + "."
                                    + DataObjectPropertyName.toDashedForm(
                                            message.substring(0, nameEnd))
                                    + message.substring(nameEnd));
            // Not the cause: Spring Boot shows the message of the last cause.
            named.addSuppressed(e);
            throw named;
        }
    }

    /// @param name of the setting, with its prefix
    public static void requirePositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be positive, but was " + value);
        }
    }

    /// @param name of the setting, with its prefix
    public static void requireAtLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but was " + value);
        }
    }
}
