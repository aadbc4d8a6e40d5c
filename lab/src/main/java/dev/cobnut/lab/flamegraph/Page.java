package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.template.Templates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Assembles the interactive page: `page.html` with its style, script and data.
record Page(FlameComparison comparison, CallTree tree) {

    private static final JsonMapper JSON = new JsonMapper();

    String html() {
        PageData data = PageData.of(tree, Marking.of(comparison));
        return Templates.fill(
                Page.class,
                "page.html",
                Map.of(
                        "title", comparison.title(),
                        "style", Templates.text(Page.class, "page.css"),
                        "script", Templates.text(Page.class, "page.js"),
                        "about", inScript(JSON.writeValueAsString(about(data))),
                        "data", data.packed()));
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
        about.put(
                "callouts",
                comparison.callouts().stream()
                        .map(c -> List.of(c.line(), SvgPainter.colour(c.tone().colour())))
                        .toList());
        about.put("colours", Change.colours().stream().map(SvgPainter::colour).toList());
        about.put("opacity", tree.root().change.opacity());
        about.put("per", comparison.per());
        about.put("bytes", tree.event().unit().equals("bytes"));
        about.put("what", CostUnit.of(tree.event()));
        List<String> facts = new ArrayList<>(comparison.facts());
        facts.addFirst(Tips.outside(comparison, tree, !comparison.isSingle(), true));
        if (!comparison.isSingle()) {
            facts.addFirst(Change.sentence(tree));
        }
        facts.removeIf(String::isEmpty);
        about.put("facts", facts);
        about.put("unit", data.unit());
        about.put("rareShare", data.rareShare());
        about.put(
                "sides",
                comparison.isSingle()
                        ? List.of(side(comparison.before()))
                        : List.of(side(comparison.before()), side(comparison.after())));
        about.put("tested", tree.root().change.isTested());
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
        map.put("perRequest", side.cost().meanPerRequest());
        return map;
    }

    /// Escapes a text so that it cannot end the script element that contains it.
    private static String inScript(String json) {
        return json.replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
