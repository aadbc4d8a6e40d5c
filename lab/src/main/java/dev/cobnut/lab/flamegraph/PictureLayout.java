package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.flamegraph.Scene.Cell;
import dev.cobnut.lab.flamegraph.Scene.Rectangle;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Arranges flame graphs, one above the other, with everything that explains them. No text is
/// smaller than 10 pixels, and the picture is as wide as the text of a web page.
///
/// ```text
/// title
/// subtitle
/// badge
/// 1 callout's name: its figures
/// side's title and captions                   for each graph
///   flames, with the callouts' outlines and numbers
/// ─┴────┴────┴─ ruler
/// outside the width: compiler, collector, profiler, on the same scale
/// legend
/// facts
/// ```
final class PictureLayout {

    static final int WIDTH = 860;

    static final double MARGIN = 16;

    private static final int INK = 0x1A1A1A;
    private static final int PALE_INK = 0x55585C;
    private static final int LINE = 0x8A8D91;
    private static final int OUTSIDE = 0xE6E8EB;
    private static final int WHITE = 0xFFFFFF;
    private static final double ROOM = WIDTH - 2 * MARGIN;
    private static final double SMALL = 10.5;
    private static final double STRIP = 11.5;
    private static final double LINE_HEIGHT = 15;

    /// Between the lines of two callouts.
    private static final double LINE_GAP = 10;

    private static final double TAG_HEIGHT = 15;
    private static final int TICKS = 8;

    private final FlameComparison comparison;
    private final FlameCell whole;
    private final CallTree tree;
    private final double scale;

    private PictureLayout(Kind kind, FlameComparison comparison, CallTree tree, FlameCell whole) {
        this.comparison = comparison;
        this.whole = whole;
        this.tree = tree;
        double most =
                kind == Kind.DIFFERENCE ? whole.after() : Math.max(whole.before(), whole.after());
        scale = most > 0 ? ROOM / most : 0;
    }

    /// The kinds of pictures. Costs of all graphs have one scale.
    enum Kind {
        DIFFERENCE(34),
        COMPARISON(24),
        SINGLE(34);

        private final int rows;

        Kind(int rows) {
            this.rows = rows;
        }

        /// The sides that have a graph; true is before.
        private List<Boolean> sides() {
            return switch (this) {
                case DIFFERENCE -> List.of(false);
                case COMPARISON -> List.of(true, false);
                case SINGLE -> List.of(true);
            };
        }
    }

    static Scene of(Kind kind, FlameComparison comparison, CallTree tree) {
        CallTree.Node root = tree.root();
        double costMin =
                Math.max(root.before().cost(), root.after().cost()) * (FlamePanel.WIDTH_MIN / ROOM);
        FlameCell whole = new Folding(Marking.of(comparison), costMin).fold(tree, kind.rows);
        return new PictureLayout(kind, comparison, tree, whole).arrange(kind);
    }

    private Scene arrange(Kind kind) {
        Scene scene = new Scene(comparison.title(), WIDTH, 0);
        double y = header(scene);
        List<FlamePanel> panels = new ArrayList<>();
        for (boolean before : kind.sides()) {
            FlamePanel panel =
                    FlamePanel.of(whole, before, MARGIN, scale, kind.rows + kind.rows / 4);
            panels.add(panel);
            y = sides(scene, kind, before, y);
            y = graph(scene, panel, kind, y);
            y = ruler(scene, y);
            y = outside(scene, kind, before, y);
        }
        y = legend(scene, kind, panels, y);
        List<String> facts = new ArrayList<>(comparison.facts());
        if (kind == Kind.DIFFERENCE) {
            facts.addFirst(Tips.vanished(comparison, tree));
            facts.addFirst(Change.sentence(tree));
            facts.removeIf(String::isEmpty);
        }
        comparison.callouts().stream()
                .map(Callout::name)
                .filter(tree.skipped()::contains)
                .map(name ->
                        "calls through %s are shown as without it, only its own work stands apart"
                                .formatted(FrameName.brief(name)))
                .forEach(facts::add);
        y = paragraph(scene, String.join(" · ", facts), y, LINE_HEIGHT);
        Scene sized = new Scene(comparison.title(), WIDTH, (int) Math.ceil(y + 10));
        sized.fill(0, 0, WIDTH, sized.height(), WHITE, "background");
        sized.shapes().addAll(scene.shapes());
        return sized;
    }

    /// @return the y position below
    private double header(Scene scene) {
        double size = Lines.largest(comparison.title(), ROOM, 17, 12);
        scene.text(MARGIN, 26, Lines.cut(comparison.title(), ROOM, true, size), size, true, INK);
        double y = paragraph(scene, comparison.subtitle(), 26, LINE_HEIGHT + 1);
        Badge badge = comparison.badge();
        if (badge != null) {
            double wide = Lines.largest(badge.line(), ROOM - 20, 14, 10);
            String line = Lines.cut(badge.line(), ROOM - 20, true, wide);
            double width = Fonts.width(line, true, wide) + 20;
            scene.fill(MARGIN, y + 9, width, 24, badge.tone().colour(), "badge");
            scene.text(MARGIN + 10, y + 26, line, wide, true, WHITE);
            y += 37;
        }
        for (int i = 0; i < comparison.callouts().size(); i++) {
            String line = Lines.cut(comparison.callouts().get(i).line(), ROOM - 20, false, 11.5);
            y += 18;
            tag(scene, MARGIN, y - 11.5, i, Integer.toString(i + 1), "callout list");
            scene.text(MARGIN + 20, y, line, 11.5, false, INK);
        }
        return y + 6;
    }

    /// @return the y position of its last line
    private static double paragraph(Scene scene, String words, double top, double lineHeight) {
        double y = top;
        for (String line : Lines.wrap(words, ROOM, SMALL)) {
            y += lineHeight;
            scene.text(MARGIN, y, line, SMALL, false, PALE_INK);
        }
        return y;
    }

    private void tag(Scene scene, double x, double y, int mark, String text, String role) {
        scene.fill(x, y, Tag.width(text), TAG_HEIGHT, colour(mark), role);
        scene.text(x + 4, y + 11.5, text, SMALL, true, WHITE);
    }

    private int colour(int mark) {
        return comparison.callouts().get(mark).tone().colour();
    }

    private double sides(Scene scene, Kind kind, boolean before, double top) {
        List<FlameSide> sides =
                kind == Kind.DIFFERENCE
                        ? List.of(comparison.before(), comparison.after())
                        : List.of(before ? comparison.before() : comparison.after());
        double y = top;
        for (FlameSide side : sides) {
            y += LINE_HEIGHT + 2;
            String title = Lines.cut(side.title(), ROOM, true, 12);
            scene.text(MARGIN, y, title, 12, true, INK);
            String captions = String.join(" · ", side.captions());
            double at = Fonts.width(title, true, 12) + 12;
            if (at + Fonts.width(captions, false, SMALL) > ROOM) {
                y += LINE_HEIGHT;
                at = 0;
            }
            scene.text(
                    MARGIN + at,
                    y,
                    Lines.cut(captions, ROOM - at, false, SMALL),
                    SMALL,
                    false,
                    PALE_INK);
        }
        return y + 4;
    }

    private double graph(Scene scene, FlamePanel panel, Kind kind, double top) {
        List<Tag> tags = tags(panel);
        double height =
                Math.max(
                        panel.rows() * Scene.ROW,
                        -tags.stream().mapToDouble(Tag::y).min().orElse(0));
        double base = top + Math.max(height, Scene.ROW) + 4;
        for (FlamePanel.Placed placed : panel.cells()) {
            FlameCell cell = placed.cell();
            scene.shapes()
                    .add(
                            new Cell(
                                    placed.x(),
                                    y(base, placed.row()),
                                    placed.width(),
                                    kind == Kind.DIFFERENCE
                                            ? cell.change().colour()
                                            : cell.kind().colour(),
                                    label(placed.names(), placed.width()),
                                    Tips.of(comparison, placed)));
        }
        for (Tag tag : tags) {
            FlamePanel.Box box = tag.box;
            int colour = colour(box.mark());
            double boxTop = y(base, box.row());
            double bottom = tag.at > box.x() + box.width() ? boxTop + Scene.ROW / 2 : boxTop;
            scene.fill(tag.at, base + tag.y, 1, bottom - base - tag.y, colour, "callout line");
            if (bottom > boxTop) {
                double end = box.x() + box.width();
                scene.fill(end, bottom, tag.at - end + 1, 1, colour, "callout elbow");
            }
            scene.shapes()
                    .add(
                            new Rectangle(
                                    box.x(),
                                    boxTop + 0.5,
                                    box.width(),
                                    Scene.ROW,
                                    Scene.NONE,
                                    colour,
                                    "callout " + comparison.callouts().get(box.mark()).name()));
        }
        for (Tag tag : tags) {
            tag(scene, tag.x(), base + tag.y, tag.box.mark(), tag.text, "callout number");
        }
        if (panel.rows() == 0) {
            scene.text(MARGIN, base - 4, "no samples", SMALL, false, PALE_INK);
        }
        return base;
    }

    /// A callout's number and name above what it points at.
    ///
    /// @param at x position of its line
    /// @param y relative to the base line
    private record Tag(FlamePanel.Box box, double at, double y, String text) {

        static double width(String text) {
            return Fonts.width(text, true, SMALL) + 8;
        }

        double x() {
            return Math.min(at, WIDTH - MARGIN - width(text));
        }

        boolean isBeside(Tag other) {
            return x() >= other.x() + width(other.text) + 2 || other.x() >= x() + width(text) + 2;
        }
    }

    /// Tags stand above all cells below them, and a tag stands above those to its right, so that it
    /// covers no line. The first tag of a callout has its name.
    private List<Tag> tags(FlamePanel panel) {
        List<FlamePanel.Box> boxes = panel.boxes();
        Map<FlamePanel.Box, Double> lines = lines(boxes);
        List<Tag> tags = new ArrayList<>();
        boxes.stream()
                .sorted(Comparator.comparingDouble(box -> -lines.getOrDefault(box, 0.0)))
                .forEach(box -> {
                    int mark = box.mark();
                    FlamePanel.Box first =
                            boxes.stream().filter(b -> b.mark() == mark).findFirst().orElseThrow();
                    String text =
                            mark
                                    + 1
                                    + (box.equals(first)
                                            ? " " + comparison.callouts().get(mark).title()
                                            : "");
                    Tag tag = new Tag(box, lines.getOrDefault(box, 0.0), 0, text);
                    double end = tag.x() + Tag.width(text);
                    double y = -(panel.top(tag.x(), end) + 1) * Scene.ROW - TAG_HEIGHT - 3;
                    for (Tag other : tags) {
                        y = tag.isBeside(other) ? y : Math.min(y, other.y - TAG_HEIGHT - 2);
                    }
                    tags.add(new Tag(box, tag.at, y, text));
                });
        return tags;
    }

    /// The x positions of the callouts' lines: where the box begins, where it ends when another
    /// line is there, or the next free place.
    private static Map<FlamePanel.Box, Double> lines(List<FlamePanel.Box> boxes) {
        Map<FlamePanel.Box, Double> lines = new LinkedHashMap<>();
        boxes.stream()
                .sorted(Comparator.comparingDouble(FlamePanel.Box::width))
                .forEach(box -> {
                    double at = box.x();
                    for (int step = 0; !isFree(at, lines.values()); step++) {
                        at = box.x() + box.width() - 1 + step * LINE_GAP;
                    }
                    lines.put(box, at);
                });
        return lines;
    }

    private static boolean isFree(double at, Collection<Double> others) {
        return others.stream().allMatch(other -> Math.abs(other - at) >= LINE_GAP);
    }

    private static double y(double base, int row) {
        return base - (row + 1) * Scene.ROW;
    }

    private double ruler(Scene scene, double base) {
        if (scale == 0) {
            return base;
        }
        double length = ROOM / scale;
        CostUnit unit = CostUnit.of(tree.event(), length);
        double step = unit.step(length, TICKS);
        double y = base + 5;
        scene.fill(MARGIN, y, ROOM, 1, LINE, "ruler");
        int decimals = step / unit.perUnit() >= 1 ? 0 : step / unit.perUnit() >= 0.1 ? 1 : 2;
        String what =
                "%s %s per %s"
                        .formatted(
                                unit.name(),
                                CostUnit.of(tree.event()),
                                comparison.isPerRequest() ? comparison.per() : "second");
        double end = WIDTH - MARGIN - Fonts.width(what, true, SMALL);
        scene.text(end, y + 16, what, SMALL, true, PALE_INK);
        for (int i = 0; i * step <= length * 1.0001; i++) {
            double x = MARGIN + i * step * scale;
            scene.fill(Math.min(x, WIDTH - MARGIN - 1), y, 1, 5, LINE, "tick");
            String value =
                    String.format(Locale.ROOT, "%." + decimals + "f", i * step / unit.perUnit());
            double width = Fonts.width(value, false, SMALL);
            double at = i == 0 ? x : x - width / 2;
            if (at + width + 8 < end) {
                scene.text(at, y + 16, value, SMALL, false, PALE_INK);
            }
        }
        return y + 20;
    }

    /// The strip of what is not in the graph's width, on the graph's scale. Threads without work
    /// are only in the words: they would be many times as wide.
    private double outside(Scene scene, Kind kind, boolean before, double top) {
        String words = Tips.outside(comparison, tree, kind == Kind.DIFFERENCE, before);
        if (words.isEmpty()) {
            return top;
        }
        double x = MARGIN;
        double y = top;
        for (CallTree.Node node : tree.outside()) {
            double cost = (before ? node.before() : node.after()).cost();
            double width = Math.min(cost * scale, WIDTH - MARGIN - x);
            if (width < FlamePanel.WIDTH_MIN || node.frame().equals(Subsystems.WAITING_FOR_WORK)) {
                continue;
            }
            int mark =
                    comparison.callouts().stream()
                            .map(Callout::name)
                            .toList()
                            .indexOf(node.frame());
            String title = Tips.title(node.frame());
            if (mark < 0) {
                String label = label(List.of(title), width);
                scene.shapes().add(new Cell(x, top + 4, width, OUTSIDE, label, title));
            } else {
                scene.fill(x, top + 4, width, Scene.ROW + 6, colour(mark), "strip " + node.frame());
                String line = mark + 1 + " " + comparison.callouts().get(mark).line();
                boolean fits = Fonts.width(line, true, STRIP) + 8 <= width;
                y += fits ? 8 : 8 + LINE_HEIGHT;
                scene.text(
                        x + 4, fits ? top + 18 : top + 38, line, STRIP, true, fits ? WHITE : INK);
            }
            x += width;
        }
        return paragraph(scene, words, x > MARGIN ? y + 18 : y, LINE_HEIGHT) + 6;
    }

    private static String label(List<String> names, double width) {
        return FrameName.fit(
                names,
                width - 2 * Scene.LABEL_MARGIN,
                text -> Fonts.width(text, false, Scene.LABEL_SIZE));
    }

    private double legend(Scene scene, Kind kind, List<FlamePanel> panels, double top) {
        double x = MARGIN;
        double y = top + 16;
        List<Cell> items =
                kind == Kind.DIFFERENCE
                        ? List.of(
                                swatch(new Change(-1, null, 0).colour(), "costs less"),
                                swatch(new Change(1, null, 0).colour(), "costs more"),
                                swatch(Change.NONE.colour(), "no change beyond chance"),
                                swatch(
                                        new Change(0.1, null, 0).colour(),
                                        "paler: smaller or less certain"))
                        : Arrays.stream(FrameKind.values())
                                .filter(k -> isUsed(k, panels))
                                .map(k -> swatch(k.colour(), k.title()))
                                .collect(Collectors.toList());
        for (Cell item : items) {
            scene.shapes().add(new Cell(x, y - 11, 16, item.fill(), "", item.tip()));
            scene.text(x + 20, y, item.tip(), SMALL, false, INK);
            x += 20 + Fonts.width(item.tip(), false, SMALL) + 16;
        }
        return y + 2;
    }

    private static Cell swatch(int fill, String text) {
        return new Cell(0, 0, 0, fill, "", text);
    }

    private static boolean isUsed(FrameKind kind, List<FlamePanel> panels) {
        return panels.stream()
                .flatMap(panel -> panel.cells().stream())
                .anyMatch(placed -> placed.cell().kind() == kind);
    }
}
