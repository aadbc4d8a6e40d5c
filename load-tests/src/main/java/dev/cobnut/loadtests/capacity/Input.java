package dev.cobnut.loadtests.capacity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An input of the model.
///
/// @param value in the unit that the name gives
/// @param from the source of the measurement, or the reason for the assumption
record Input(String name, double value, Kind kind, String from) {

    enum Kind {
        MEASURED,
        ASSUMED
    }

    /// A figure of a stored measurement.
    ///
    /// @param file path relative to the repository
    /// @param pointer to the number (RFC 6901)
    /// @throws IOException when there is no such file or no such number
    static Input measured(String name, Path home, String file, String pointer) throws IOException {
        JsonNode number =
                JsonMapper.shared().readTree(Files.readString(home.resolve(file))).at(pointer);
        if (!number.isNumber()) {
            throw new IOException("There is no number %s in %s.".formatted(pointer, file));
        }
        return new Input(
                name, number.asDouble(), Kind.MEASURED, "%s `%s`".formatted(file, pointer));
    }

    static Input assumed(String name, double value, String reason) {
        return new Input(name, value, Kind.ASSUMED, reason);
    }

    /// The same input in another unit.
    Input times(String otherName, double factor) {
        return new Input(otherName, value * factor, kind, from);
    }
}
