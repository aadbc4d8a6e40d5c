package dev.cobnut.lab.flamegraph;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Assembles the interactive page: `page.html` with its style, script and data.
final class Page {

    private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");
    private static final JsonMapper JSON = new JsonMapper();

    private final FlameComparison comparison;
    private final CallTree tree;

    Page(FlameComparison comparison, CallTree tree) {
        this.comparison = comparison;
        this.tree = tree;
    }

    String html() {
        Marking marking = new Marking(tree.event(), comparison.subsystems(), comparison.hotspot());
        PageData data = PageData.of(tree, marking);
        Map<String, String> parts =
                Map.of(
                        "title", SvgPainter.escaped(comparison.title()),
                        "style", resource("page.css"),
                        "script", resource("page.js"),
                        "about", inScript(JSON.writeValueAsString(about(data))),
                        "data", data.packed());
        return SLOT.matcher(resource("page.html"))
                .replaceAll(
                        slot -> Matcher.quoteReplacement(parts.getOrDefault(slot.group(1), "")));
    }

    private Map<String, Object> about(PageData data) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("title", comparison.title());
        about.put("subtitle", comparison.subtitle());
        Badge badge = comparison.badge();
        if (badge != null) {
            about.put("badge", badge.line());
            about.put("badgeColour", SvgPainter.colour(badge.tone().colour()));
        }
        about.put("hotspot", comparison.hotspot());
        about.put("per", comparison.per());
        about.put("bytes", tree.event().unit().equals("bytes"));
        about.put("what", CostUnit.of(tree.event()));
        about.put("facts", comparison.facts());
        about.put("unit", data.unit());
        about.put("rareShare", data.rareShare());
        about.put(
                "sides",
                comparison.isSingle()
                        ? List.of(side(comparison.before()))
                        : List.of(side(comparison.before()), side(comparison.after())));
        List<List<String>> kinds = new ArrayList<>();
        for (FrameKind kind : FrameKind.values()) {
            kinds.add(List.of(kind.id(), kind.title(), SvgPainter.colour(kind.colour())));
        }
        about.put("kinds", kinds);
        return about;
    }

    private static Map<String, Object> side(FlameSide side) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("title", side.title());
        map.put("captions", side.captions());
        map.put("perSecond", side.cost().perSecond());
        map.put("perRequest", side.cost().perRequest());
        return map;
    }

    /// Escapes a text so that it cannot end the script element that contains it.
    private static String inScript(String json) {
        return json.replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
