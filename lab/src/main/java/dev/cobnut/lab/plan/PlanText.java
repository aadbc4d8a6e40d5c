package dev.cobnut.lab.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;

/// A YAML file as a tree of texts with the positions of its keys, so that an error can name the
/// place. A path has the form `windows[0].name`. Keys without a value are left out.
final class PlanText {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int VALUE_SHOWN_MAX = 60;

    private final Path file;
    private final Map<String, TokenStreamLocation> places = new HashMap<>();
    private final Set<String> numbers = new HashSet<>();
    private final JsonNode root;

    private PlanText(Path file, JsonParser parser) throws InvalidPlanException {
        this.file = file;
        this.root = parser.nextToken() == null ? NODES.nullNode() : node(parser, "");
    }

    /// @throws InvalidPlanException when the file does not exist or is not YAML
    static PlanText read(Path file) throws IOException {
        try (JsonParser parser =
                new YAMLFactory().createParser(ObjectReadContext.empty(), Files.readString(file))) {
            return new PlanText(file, parser);
        } catch (NoSuchFileException _) {
            throw new InvalidPlanException("There is no file " + file + ".");
        } catch (JacksonException e) {
            throw new InvalidPlanException(
                    "%s %s: this is not YAML: %s."
                            .formatted(
                                    file,
                                    said(e.getLocation()),
                                    e.getOriginalMessage().lines().findFirst().orElse("").strip()));
        }
    }

    JsonNode root() {
        return root;
    }

    /// True when the key exists and has a value.
    boolean has(String path) {
        return !at(path).isMissingNode();
    }

    /// True when the value is a YAML number, not a quoted text.
    boolean isNumber(String path) {
        return numbers.contains(path);
    }

    /// The error for a value that is not allowed.
    InvalidPlanException wrong(String path, String allowed) {
        return complaint(
                path,
                "%s is %s; allowed is %s"
                        .formatted(
                                path.isEmpty() ? "the document" : path, shown(at(path)), allowed));
    }

    /// @param path of the key, or of the group that lacks it
    InvalidPlanException complaint(String path, String sentence) {
        String known = path;
        while (!known.isEmpty() && !places.containsKey(known)) {
            known = known.substring(0, Math.max(0, known.lastIndexOf('.')));
        }
        return new InvalidPlanException(
                "%s %s: %s."
                        .formatted(
                                file,
                                said(places.getOrDefault(known, TokenStreamLocation.NA)),
                                sentence));
    }

    private static String said(TokenStreamLocation place) {
        return "line %d, column %d"
                .formatted(Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()));
    }

    private JsonNode at(String path) {
        return path.isEmpty()
                ? root
                : root.at("/" + path.replace('.', '/').replace('[', '/').replace("]", ""));
    }

    private static String shown(JsonNode value) {
        if (value.isObject()) {
            return "a group of keys";
        }
        if (value.isArray()) {
            return "a list";
        }
        if (!value.isString()) {
            return "empty";
        }
        String text = value.stringValue().replace('\n', ' ');
        return text.length() <= VALUE_SHOWN_MAX
                ? "'" + text + "'"
                : "'" + text.substring(0, VALUE_SHOWN_MAX) + "…'";
    }

    private JsonNode node(JsonParser parser, String path) throws InvalidPlanException {
        places.putIfAbsent(path, parser.currentTokenLocation());
        return switch (parser.currentToken()) {
            case START_OBJECT -> group(parser, path);
            case START_ARRAY -> list(parser, path);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                numbers.add(path);
                yield NODES.stringNode(parser.getString());
            }
            default -> NODES.stringNode(parser.getString());
        };
    }

    private ObjectNode group(JsonParser parser, String path) throws InvalidPlanException {
        ObjectNode group = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            String child = path.isEmpty() ? key : path + "." + key;
            TokenStreamLocation place = parser.currentTokenLocation();
            TokenStreamLocation earlier = places.putIfAbsent(child, place);
            if (earlier != null) {
                throw new InvalidPlanException(
                        "%s %s: the key '%s' is already given in line %d; a key is allowed once."
                                .formatted(file, said(place), key, earlier.getLineNr()));
            }
            parser.nextToken();
            JsonNode value = node(parser, child);
            if (!value.isNull()) {
                group.set(key, value);
            }
        }
        return group;
    }

    private ArrayNode list(JsonParser parser, String path) throws InvalidPlanException {
        ArrayNode list = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(node(parser, path + "[" + list.size() + "]"));
        }
        return list;
    }
}
