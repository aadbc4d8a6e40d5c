package dev.cobnut.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Writes a report to standard output, and to a file when one is named.
final class Output {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Option(names = "--out", description = "Also write the JSON to this file.")
    private @Nullable Path file;

    void write(Object report) throws IOException {
        String json = json(report);
        System.out.println(json);
        if (file != null) {
            Files.writeString(file, json + "\n");
        }
    }

    static String json(Object report) {
        return JSON.writeValueAsString(report);
    }
}
