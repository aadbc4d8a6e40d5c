package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.flamegraph.Scene.Anchor;
import dev.cobnut.lab.flamegraph.Scene.Cell;
import dev.cobnut.lab.flamegraph.Scene.Rectangle;
import dev.cobnut.lab.flamegraph.Scene.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Arranges one or two flame graphs with everything that explains them.
///
/// ```text
/// title                                        badge
/// subtitle
/// side's title            side's title
/// captions                captions
///   flames                  flames ┆ width of the other
/// ─┴────┴────┴─ ruler     ─┴────┴────┴─ ruler, the same scale
/// legend
/// facts
/// ```
final class PictureLayout {

    static final int WIDTH = 1600;

    static final int HOT = 0xC8102E;

    private static final int INK = 0x1A1A1A;
    private static final int PALE_INK = 0x55585C;
    private static final int LINE = 0x8A8D91;
    private static final int WHITE = 0xFFFFFF;

    private static final double MARGIN = 24;
    private static final double GUTTER = 32;
    private static final double CAPTION_LINE = 18;
    private static final int CAPTIONS_MAX = 3;
    private static final double RULER_HEIGHT = 44;
    private static final int TICKS = 6;

    private final FlameComparison comparison;
    private final FlameCell whole;
    private final boolean perRequest;

    PictureLayout(FlameComparison comparison, FlameCell whole, boolean perRequest) {
        this.comparison = comparison;
        this.whole = whole;
        this.perRequest = perRequest;
    }

    /// Both sides on one scale; the more expensive side fills its half.
    Scene both(int rowsMax) {
        double width = (WIDTH - 2 * MARGIN - GUTTER) / 2;
        double most = Math.max(whole.before(), whole.after());
        double scale = most > 0 ? width / most : 0;
        double rightX = MARGIN + width + GUTTER;
        Panel left = panel(true, MARGIN, width, scale, rowsMax);
        Panel right = panel(false, rightX, width, scale, rowsMax);
        return arrange(comparison.title(), comparison.badge(), List.of(left, right));
    }

    /// One side over the whole width.
    Scene one(boolean before, int rowsMax) {
        double width = WIDTH - 2 * MARGIN;
        double cost = whole.cost(before);
        Panel panel = panel(before, MARGIN, width, cost > 0 ? width / cost : 0, rowsMax);
        return arrange(comparison.title(), null, List.of(panel));
    }

    /// @param scale pixels per unit of cost
    private record Panel(
            FlameSide side,
            boolean before,
            double x,
            double width,
            double scale,
            FlamePanel flames) {}

    private Panel panel(boolean before, double x, double width, double scale, int rowsMax) {
        FlameSide side = before ? comparison.before() : comparison.after();
        FlamePanel flames = FlamePanel.of(whole, before, x, scale, rowsMax);
        return new Panel(side, before, x, width, scale, flames);
    }

    private Scene arrange(String title, @Nullable Badge badge, List<Panel> panels) {
        int captions = panels.stream().mapToInt(p -> captions(p).size()).max().orElse(0);
        int rows = panels.stream().mapToInt(p -> p.flames.rows()).max().orElse(0);
        double flameTop = 92 + captions * CAPTION_LINE + 26;
        double base = flameTop + rows * Scene.ROW;
        double legendY = base + RULER_HEIGHT + 20;
        List<String> facts =
                Lines.wrap(String.join(" · ", comparison.facts()), WIDTH - 2 * MARGIN, 12);
        double height = legendY + 14 + facts.size() * 17 + 10;
        Scene scene = new Scene(title, WIDTH, (int) Math.ceil(height));
        scene.add(plain(0, 0, WIDTH, scene.height(), WHITE, "background"));
        header(scene, title, badge);
        for (Panel panel : panels) {
            text(scene, panel);
            flames(scene, panel, base);
            ruler(scene, panel, base);
        }
        if (panels.size() == 2) {
            otherWidth(scene, panels, base);
        }
        legend(scene, legendY, panels);
        for (int i = 0; i < facts.size(); i++) {
            scene.text(MARGIN, legendY + 24 + i * 17, facts.get(i), 12, false, PALE_INK);
        }
        return scene;
    }

    private void header(Scene scene, String title, @Nullable Badge badge) {
        double right = WIDTH - MARGIN;
        if (badge != null) {
            String line = badge.line();
            double size = Lines.largest(line, WIDTH / 2.0, 20, 11);
            double width = Fonts.width(line, true, size) + 32;
            right -= width + 24;
            double x = WIDTH - MARGIN - width;
            scene.add(
                    new Rectangle(
                            x,
                            16,
                            width,
                            40,
                            badge.tone().colour(),
                            Scene.NONE,
                            0,
                            false,
                            "badge"));
            scene.add(new Text(x + width / 2, 43, line, size, true, WHITE, Anchor.MIDDLE));
        }
        double room = right - MARGIN;
        double size = Lines.largest(title, room, 22, 14);
        scene.text(MARGIN, 36, Lines.cut(title, room, true, size), size, true, INK);
        String subtitle = Lines.cut(comparison.subtitle(), room, false, 14);
        scene.text(MARGIN, 58, subtitle, 14, false, PALE_INK);
    }

    /// The lines of the caller, then the names in the boxes, most expensive first.
    private static List<String> captions(Panel panel) {
        List<String> lines =
                new ArrayList<>(panel.side.captions().stream().limit(CAPTIONS_MAX).toList());
        List<String> boxed =
                panel.flames.boxes().stream()
                        .sorted(Comparator.comparingDouble(box -> -box.width()))
                        .map(box -> FrameName.brief(box.cell().frames().getFirst()))
                        .distinct()
                        .toList();
        lines.add(
                boxed.isEmpty()
                        ? "no red box: it has no samples"
                        : "in the boxes: " + String.join(", ", boxed));
        return lines;
    }

    private static void text(Scene scene, Panel panel) {
        String title = Lines.cut(panel.side.title(), panel.width, true, 16);
        scene.text(panel.x, 88, title, 16, true, INK);
        double y = 88;
        for (String caption : captions(panel)) {
            y += CAPTION_LINE;
            scene.text(panel.x, y, Lines.cut(caption, panel.width, false, 14), 14, false, INK);
        }
    }

    private void flames(Scene scene, Panel panel, double base) {
        for (FlamePanel.Placed placed : panel.flames.cells()) {
            double room = placed.width() - 2 * Scene.LABEL_MARGIN;
            String label =
                    FrameName.fit(
                            placed.names(),
                            room,
                            text -> Fonts.width(text, false, Scene.LABEL_SIZE));
            scene.add(
                    new Cell(
                            placed.x(),
                            y(base, placed.row()),
                            placed.width(),
                            placed.kind(),
                            label,
                            String.join("\n", placed.cell().frames())));
        }
        FlamePanel.@Nullable Box widest = null;
        for (FlamePanel.Box box : panel.flames.boxes()) {
            double top = y(base, box.top()) - 1;
            scene.add(
                    new Rectangle(
                            box.x() - 1,
                            top,
                            box.width() + 1,
                            y(base, box.row()) + Scene.ROW - top,
                            Scene.NONE,
                            HOT,
                            2.5,
                            false,
                            "hotspot " + box.cell().frames().getFirst()));
            widest = widest == null || box.width() > widest.width() ? box : widest;
        }
        if (widest != null) {
            tag(scene, panel, widest, base);
        }
    }

    /// Draws the name of the hotspot above its widest box, where it covers no cell.
    private void tag(Scene scene, Panel panel, FlamePanel.Box box, double base) {
        String name = comparison.hotspot();
        double width = Fonts.width(name, true, 12) + 12;
        double x = Math.min(box.x() - 2, panel.x + panel.width - width);
        double boxTop = y(base, box.top()) - 1;
        double y = Math.min(y(base, panel.flames.top(x, x + width)) - 22, boxTop - 19);
        if (boxTop - y > 24) {
            scene.add(plain(box.x() - 1, y + 18, 1.5, boxTop - y - 18, HOT, "tag line"));
        }
        scene.add(plain(x, y, width, 18, HOT, "tag"));
        scene.text(x + 6, y + 13, name, 12, true, WHITE);
    }

    private static double y(double base, int row) {
        return base - (row + 1) * Scene.ROW;
    }

    private void ruler(Scene scene, Panel panel, double base) {
        double most = Math.max(whole.before(), whole.after());
        if (most <= 0) {
            scene.text(panel.x, base - 4, "no samples", 12, false, PALE_INK);
            return;
        }
        double length = panel.width / panel.scale;
        CostUnit unit = CostUnit.of(comparison.before().stacks().event(), length);
        double step = unit.step(length, TICKS);
        double y = base + 6;
        scene.add(plain(panel.x, y, panel.width, 1, LINE, "ruler"));
        int decimals = step / unit.perUnit() >= 1 ? 0 : step / unit.perUnit() >= 0.1 ? 1 : 2;
        for (int i = 0; i * step <= length * 1.0001; i++) {
            double x = panel.x + i * step * panel.scale;
            scene.add(plain(Math.min(x, panel.x + panel.width - 1), y, 1, 6, LINE, "tick"));
            String value =
                    String.format(Locale.ROOT, "%." + decimals + "f", i * step / unit.perUnit());
            Anchor anchor = i == 0 ? Anchor.START : Anchor.MIDDLE;
            if (x + Fonts.width(value, false, 12) / 2 <= panel.x + panel.width) {
                scene.add(new Text(x, y + 19, value, 12, false, PALE_INK, anchor));
            }
        }
        String per = perRequest ? "per " + comparison.per() : "per second";
        String what = CostUnit.of(comparison.before().stacks().event());
        scene.text(
                panel.x, y + 35, "%s %s %s".formatted(unit.name(), what, per), 12, true, PALE_INK);
    }

    /// Draws a dashed outline in the narrower panel that shows the width of the other one.
    private void otherWidth(Scene scene, List<Panel> panels, double base) {
        Panel narrow = whole.before() < whole.after() ? panels.get(0) : panels.get(1);
        double own = whole.cost(narrow.before) * narrow.scale;
        double rest = narrow.width - own;
        if (rest < 4) {
            return;
        }
        double y = y(base, 0);
        scene.add(
                new Rectangle(
                        narrow.x + own + 1,
                        y,
                        rest - 1,
                        Scene.ROW - 1,
                        Scene.NONE,
                        LINE,
                        1,
                        true,
                        "other width"));
        String label =
                FrameName.fit(
                        narrow.before
                                ? List.of("the width of after", "after")
                                : List.of("the width of before", "before"),
                        rest - 8,
                        text -> Fonts.width(text, false, Scene.LABEL_SIZE));
        scene.text(narrow.x + own + 5, y + 11, label, Scene.LABEL_SIZE, false, PALE_INK);
    }

    private void legend(Scene scene, double y, List<Panel> panels) {
        double x = MARGIN;
        scene.add(new Rectangle(x + 1, y - 11, 14, 12, Scene.NONE, HOT, 2.5, false, "legend"));
        String box = comparison.hotspot() + ": outermost frames and what they call";
        scene.text(x + 22, y, box, 12, true, INK);
        x += 22 + Fonts.width(box, true, 12) + 24;
        for (FrameKind kind : FrameKind.values()) {
            boolean used =
                    panels.stream()
                            .flatMap(panel -> panel.flames.cells().stream())
                            .anyMatch(cell -> cell.kind() == kind);
            if (used) {
                scene.add(new Cell(x, y - 12, 18, kind, "", kind.title()));
                scene.text(x + 22, y, kind.title(), 12, false, INK);
                x += 22 + Fonts.width(kind.title(), false, 12) + 20;
            }
        }
    }

    private static Rectangle plain(
            double x, double y, double width, double height, int fill, String role) {
        return new Rectangle(x, y, width, height, fill, Scene.NONE, 0, false, role);
    }
}
