package dev.cobnut.test.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/// The members of JSON values and their types, without their content.
final class JsonShapes {

    private JsonShapes() {}

    /// What the second value has otherwise. A null fits every type, an empty list every list.
    static List<String> differences(JsonNode before, JsonNode after) {
        Map<String, JsonNodeType> old = new TreeMap<>();
        Map<String, JsonNodeType> present = new TreeMap<>();
        collect("", before, old);
        collect("", after, present);
        List<String> differences = new ArrayList<>();
        old.forEach((path, type) -> {
            JsonNodeType now = present.get(path);
            if (now == null) {
                if (!isBelowNothing(path, present)) {
                    differences.add(path + " is gone");
                }
            } else if (now != type && now != JsonNodeType.NULL && type != JsonNodeType.NULL) {
                differences.add(path + " was " + name(type) + " and is " + name(now));
            }
        });
        present.keySet().stream()
                .filter(path -> !old.containsKey(path) && !isBelowNothing(path, old))
                .map(path -> path + " is new")
                .forEach(differences::add);
        return differences;
    }

    /// True when an outer value is null, or a list without elements, on the other side.
    private static boolean isBelowNothing(String path, Map<String, JsonNodeType> other) {
        for (int end = outer(path); end > 0; end = outer(path.substring(0, end))) {
            String outer = path.substring(0, end);
            JsonNodeType type = other.get(outer);
            if (type == JsonNodeType.NULL) {
                return true;
            }
            if (type == JsonNodeType.ARRAY && !other.containsKey(outer + "[]")) {
                return true;
            }
        }
        return false;
    }

    private static int outer(String path) {
        return path.endsWith("[]") ? path.length() - 2 : path.lastIndexOf('.');
    }

    private static void collect(String path, JsonNode node, Map<String, JsonNodeType> into) {
        if (!path.isEmpty()) {
            into.merge(
                    path,
                    node.getNodeType(),
                    (one, other) -> one == JsonNodeType.NULL ? other : one);
        }
        if (node.isArray()) {
            node.forEach(element -> collect(path + "[]", element, into));
        } else {
            node.properties()
                    .forEach(member ->
                            collect(
                                    path.isEmpty() ? member.getKey() : path + "." + member.getKey(),
                                    member.getValue(),
                                    into));
        }
    }

    private static String name(JsonNodeType type) {
        return switch (type) {
            case STRING -> "a text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            default -> type.name();
        };
    }
}
