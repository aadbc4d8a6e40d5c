package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.List;

/// The layout of one flame graph: rows from the root upwards, widths proportional to cost.
///
/// Cells narrower than [#WIDTH_MIN] are merged with their neighbours into one cell without
/// children. Rows above the highest row are cut off, and the cell below says so.
final class FlamePanel {

    /// Smallest visible width in pixels.
    static final double WIDTH_MIN = 0.5;

    /// Smallest width of a hotspot's box in pixels.
    private static final double BOX_MIN = 2;

    /// @param row counted from the root, which is 0
    record Placed(
            FlameCell cell, double x, double width, int row, FrameKind kind, List<String> names) {}

    /// The tower above an outermost frame of the hotspot.
    ///
    /// @param top its highest row
    record Box(FlameCell cell, double x, double width, int row, int top) {}

    private final boolean ofBefore;
    private final double scale;
    private final int rowMax;
    private final List<Placed> cells = new ArrayList<>();
    private final List<Box> boxes = new ArrayList<>();

    private FlamePanel(boolean ofBefore, double scale, int rowMax) {
        this.ofBefore = ofBefore;
        this.scale = scale;
        this.rowMax = rowMax;
    }

    /// @param scale pixels per unit of cost
    /// @param rows most rows
    static FlamePanel of(FlameCell whole, boolean before, double x, double scale, int rows) {
        FlamePanel panel = new FlamePanel(before, scale, rows - 1);
        if (whole.cost(before) > 0) {
            panel.place(whole, x, 0);
        }
        return panel;
    }

    List<Placed> cells() {
        return cells;
    }

    List<Box> boxes() {
        return boxes;
    }

    int rows() {
        return cells.stream().mapToInt(placed -> placed.row() + 1).max().orElse(0);
    }

    /// The highest row between two x positions; -1 where there is none.
    int top(double fromX, double toX) {
        return cells.stream()
                .filter(placed -> placed.x() < toX && placed.x() + placed.width() > fromX)
                .mapToInt(Placed::row)
                .max()
                .orElse(-1);
    }

    /// @return the highest row of the tower
    private int place(FlameCell cell, double x, int row) {
        double width = cell.cost(ofBefore) * scale;
        boolean cut = row == rowMax && !cell.children().isEmpty();
        List<String> names = new ArrayList<>();
        for (String name : cell.names()) {
            names.add(cut ? name + " \u2026" : name);
        }
        cells.add(new Placed(cell, x, width, row, cell.kind(), names));
        int top = cut ? row : placeChildren(cell, x, row + 1);
        if (cell.outermostHot()) {
            boxes.add(new Box(cell, x, Math.max(width, BOX_MIN), row, Math.max(row, top)));
        }
        return Math.max(row, top);
    }

    private int placeChildren(FlameCell parent, double x, int row) {
        double at = x;
        int top = row - 1;
        List<FlameCell> narrow = new ArrayList<>();
        double narrowWidth = 0;
        for (FlameCell child : parent.children()) {
            double width = child.cost(ofBefore) * scale;
            if (width >= WIDTH_MIN) {
                top = Math.max(top, place(child, at, row));
                at += width;
            } else if (width > 0) {
                narrow.add(child);
                narrowWidth += width;
            }
        }
        if (narrowWidth >= WIDTH_MIN) {
            placeMerged(narrow, at, narrowWidth, row);
            top = Math.max(top, row);
        }
        return top;
    }

    private void placeMerged(List<FlameCell> narrow, double x, double width, int row) {
        String count = narrow.size() + (narrow.size() == 1 ? " narrow frame" : " narrow frames");
        double before = narrow.stream().mapToDouble(FlameCell::before).sum();
        double after = narrow.stream().mapToDouble(FlameCell::after).sum();
        FlameCell merged =
                new FlameCell(List.of(count), FrameKind.FOLDED, false, before, after, List.of());
        cells.add(
                new Placed(
                        merged,
                        x,
                        width,
                        row,
                        FrameKind.FOLDED,
                        List.of(count, "" + narrow.size())));
        if (narrow.stream().anyMatch(FlameCell::outermostHot)) {
            double hot =
                    narrow.stream()
                            .filter(FlameCell::outermostHot)
                            .mapToDouble(cell -> cell.cost(ofBefore) * scale)
                            .sum();
            boxes.add(new Box(merged, x, Math.max(hot, BOX_MIN), row, row));
        }
    }
}
