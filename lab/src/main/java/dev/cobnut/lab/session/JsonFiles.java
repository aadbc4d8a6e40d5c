package dev.cobnut.lab.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Writes and reads records as JSON files. A file exists completely or not at all.
final class JsonFiles {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonFiles() {}

    /// The JSON on one line.
    static String line(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }

    static void write(Path file, Object value) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path written = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(written, MAPPER.writeValueAsString(value) + "\n");
        Files.move(
                written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// @throws SessionException when the file does not contain such a record
    static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(Files.readString(file), type);
        } catch (JacksonException e) {
            throw new SessionException(
                    "%s cannot be read as %s: %s."
                            .formatted(
                                    file,
                                    type.getSimpleName(),
                                    String.valueOf(e.getOriginalMessage())
                                            .lines()
                                            .findFirst()
                                            .orElse("")),
                    e);
        }
    }
}
