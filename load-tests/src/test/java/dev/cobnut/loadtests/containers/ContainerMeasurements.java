package dev.cobnut.loadtests.containers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The measurements of a test, written as JSON to `target`.
final class ContainerMeasurements {

    private final Map<String, Object> values = new TreeMap<>();
    private final Path file;

    ContainerMeasurements(String name) {
        file = Path.of("target", name);
    }

    void put(String name, Object value) {
        values.put(name, value);
    }

    /// Since [System#nanoTime] said so, in tenths.
    static double seconds(long begin) {
        return Math.round((System.nanoTime() - begin) / 1e8) / 10.0;
    }

    void write() throws IOException {
        Files.createDirectories(Path.of("target"));
        JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValue(file, values);
    }
}
