package dev.cobnut.loadtests.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;

/// A YAML document that knows the line of everything in it, so that a complaint can name it.
sealed interface Yaml {

    /// Where it begins, from 1.
    int line();

    /// What it is, for a sentence.
    String kind();

    record Fields(int line, Map<String, Yaml> values, Map<String, Integer> lines) implements Yaml {
        @Override
        public String kind() {
            return "a group of keys";
        }
    }

    record Items(int line, List<Yaml> values) implements Yaml {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /// @param value as it is written, without quotes
    /// @param number whether it is a number by the rules of YAML, not a text in quotes
    record Scalar(int line, String value, boolean number) implements Yaml {
        @Override
        public String kind() {
            return "'" + value + "'";
        }
    }

    record Nothing(int line) implements Yaml {
        @Override
        public String kind() {
            return "empty";
        }
    }

    /// @throws InvalidPlanException when there is no such file or it is not YAML
    static Yaml read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException _) {
            throw new InvalidPlanException("There is no file " + file + ".");
        }
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), text)) {
            @Nullable JsonToken first = parser.nextToken();
            return first == null ? new Nothing(1) : value(file, parser, first);
        } catch (JacksonException e) {
            throw new InvalidPlanException(
                    "%s line %d: this is not YAML: %s."
                            .formatted(
                                    file,
                                    Math.max(1, e.getLocation().getLineNr()),
                                    firstLine(e.getOriginalMessage())));
        }
    }

    private static Yaml value(Path file, JsonParser parser, JsonToken token) throws IOException {
        int line = parser.currentTokenLocation().getLineNr();
        return switch (token) {
            case START_OBJECT -> fields(file, parser, line);
            case START_ARRAY -> {
                List<Yaml> values = new ArrayList<>();
                for (JsonToken t = parser.nextToken();
                        t != JsonToken.END_ARRAY;
                        t = parser.nextToken()) {
                    values.add(value(file, parser, t));
                }
                yield new Items(line, List.copyOf(values));
            }
            case VALUE_NULL -> new Nothing(line);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Scalar(line, parser.getString(), true);
            case VALUE_STRING, VALUE_TRUE, VALUE_FALSE ->
                    new Scalar(line, parser.getString(), false);
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw new InvalidPlanException(
                            "%s line %d: a value is expected here.".formatted(file, line));
        };
    }

    private static Fields fields(Path file, JsonParser parser, int line) throws IOException {
        Map<String, Yaml> values = new LinkedHashMap<>();
        Map<String, Integer> lines = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = parser.currentTokenLocation().getLineNr();
            @Nullable Integer earlier = lines.put(key, keyLine);
            if (earlier != null) {
                throw new InvalidPlanException(
                        "%s line %d: the key '%s' was given in line %d already; a key is allowed once."
                                .formatted(file, keyLine, key, earlier));
            }
            values.put(key, value(file, parser, parser.nextToken()));
        }
        return new Fields(line, values, lines);
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return (end < 0 ? message : message.substring(0, end)).strip();
    }
}
