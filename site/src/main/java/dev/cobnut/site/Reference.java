package dev.cobnut.site;

import dev.cobnut.web.problem.ProblemType;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Pages that code writes: what a service may set, and the problems that it answers with.
final class Reference {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    private static final Map<String, String> TYPES =
            Map.of(
                    "Boolean", "`true` or `false`",
                    "DataSize", "size, such as `256KB`",
                    "Duration", "time, such as `30s`",
                    "Integer", "whole number",
                    "List", "list",
                    "Map", "map",
                    "Path", "path",
                    "Set", "list",
                    "String", "text",
                    "URI", "URI");

    private Reference() {}

    static List<MarkdownPage> pages() throws IOException {
        return List.of(settings(), problems());
    }

    /// The settings in the metadata that the modules carry for editors.
    private static MarkdownPage settings() throws IOException {
        Map<String, Map<String, JsonNode>> groups = new TreeMap<>();
        ClassLoader loader = Reference.class.getClassLoader();
        for (URL metadata : Collections.list(loader.getResources(METADATA))) {
            for (JsonNode setting : read(metadata).path("properties")) {
                String name = setting.path("name").asString();
                if (setting.path("sourceType").asString("").startsWith("dev.cobnut.")) {
                    groups.computeIfAbsent(group(name), _ -> new TreeMap<>()).put(name, setting);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("# Settings\n");
        lines.add(
                "What a service may set in `application.properties`, on its command line or in its environment, as"
                        + " Spring Boot reads them. This page is generated from the metadata of the modules. What a setting is"
                        + " for is told by the how-to pages; [operating](operating.md#settings) has those of the order service.\n");
        groups.forEach((group, settings) -> {
            lines.add("## " + group + "\n");
            lines.add("| setting | is a | default | meaning |");
            lines.add("|---|---|---|---|");
            settings.forEach((name, setting) -> lines.add(row(name, setting)));
            lines.add("");
        });
        return MarkdownPage.of(Path.of("docs/settings.md"), String.join("\n", lines));
    }

    private static JsonNode read(URL metadata) throws IOException {
        try (InputStream json = metadata.openStream()) {
            return JsonMapper.shared().readTree(json);
        }
    }

    private static String group(String name) {
        String[] parts = name.split("\\.", -1);
        return parts.length < 3 ? "cobnut" : parts[0] + "." + parts[1];
    }

    private static String row(String name, JsonNode setting) {
        String type =
                setting.path("type").asString().replaceFirst("<.*", "").replaceFirst(".*\\.", "");
        String preset = setting.path("defaultValue").asString("");
        return "| `%s` | %s | %s | %s |"
                .formatted(
                        name,
                        TYPES.getOrDefault(type, "name of a `" + type + "`"),
                        preset.isEmpty() ? "" : "`" + preset + "`",
                        setting.path("description").asString().replace("|", "\\|"));
    }

    private static MarkdownPage problems() {
        List<String> lines = new ArrayList<>();
        lines.add("# Problems\n");
        lines.add(
                "Every error of a service with `cobnut-web` is a problem detail (RFC 9457). These types exist in every service;"
                        + " this page is generated from them. [A service adds its own](web.md#problems).\n");
        lines.add("| `type` | status | `title` | meaning |");
        lines.add("|---|---|---|---|");
        for (ProblemType problem : ProblemType.general()) {
            lines.add(
                    "| `%s` | %d | %s | %s |"
                            .formatted(
                                    problem.uri(),
                                    problem.status(),
                                    problem.title(),
                                    problem.explanation().replace("|", "\\|")));
        }
        return MarkdownPage.of(Path.of("docs/problems.md"), String.join("\n", lines) + "\n");
    }
}
