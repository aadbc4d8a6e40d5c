package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The layout of one flame graph: rows from the root upwards, widths proportional to cost.
///
/// Cells narrower than [#WIDTH_MIN] are merged with their neighbours into one cell without
/// children, in the colour and with the name of the most expensive. Rows above the highest row are
/// cut off, and the cell below says so.
final class FlamePanel {

    /// Smallest visible width in pixels.
    static final double WIDTH_MIN = 1;

    /// Smallest width of an outline in pixels.
    private static final double BOX_MIN = 2;

    /// @param row counted from the root, which is 0
    /// @param others cells that were merged into this one
    record Placed(
            FlameCell cell, double x, double width, int row, List<String> names, int others) {}

    /// An outermost cell that a callout points at.
    ///
    /// @param change of the cost, in pixels
    record Box(int mark, double x, double width, int row, double change) {}

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

    /// At most as many outlines as there may be callouts: where each callout's cost changed most,
    /// then where the change is the next largest.
    List<Box> boxes() {
        List<Box> mostFirst =
                boxes.stream().sorted(Comparator.comparingDouble(box -> -box.change())).toList();
        List<Box> chosen = new ArrayList<>();
        for (Box box : mostFirst) {
            if (chosen.stream().noneMatch(other -> other.mark == box.mark)) {
                chosen.add(box);
            }
        }
        mostFirst.stream().filter(box -> !chosen.contains(box)).forEach(chosen::add);
        return chosen.stream().limit(FlameComparison.CALLOUTS_MAX).toList();
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

    private void place(FlameCell cell, double x, int row) {
        double width = cell.cost(ofBefore) * scale;
        boolean cut = row == rowMax && !cell.children().isEmpty();
        List<String> names =
                cell.names().stream().map(name -> cut ? name + " \u2026" : name).toList();
        cells.add(new Placed(cell, x, width, row, names, 0));
        if (!cut) {
            placeChildren(cell, x, row + 1);
        }
        for (int mark : cell.marks()) {
            boxes.add(box(mark, cell, x, width, row));
        }
    }

    private Box box(int mark, FlameCell cell, double x, double width, int row) {
        double change = Math.abs(cell.after() - cell.before()) * scale;
        return new Box(mark, x, Math.max(width, BOX_MIN), row, change);
    }

    private void placeChildren(FlameCell parent, double x, int row) {
        double at = x;
        List<FlameCell> narrow = new ArrayList<>();
        for (FlameCell child : parent.children()) {
            double width = child.cost(ofBefore) * scale;
            if (width >= WIDTH_MIN) {
                place(child, at, row);
                at += width;
            } else if (width > 0) {
                narrow.add(child);
            }
        }
        double width = narrow.stream().mapToDouble(cell -> cell.cost(ofBefore) * scale).sum();
        if (width >= WIDTH_MIN) {
            placeMerged(narrow, at, width, row);
        }
    }

    /// @param narrow most expensive first
    private void placeMerged(List<FlameCell> narrow, double x, double width, int row) {
        FlameCell first = narrow.getFirst();
        int others = narrow.size() - 1;
        List<Integer> marks =
                narrow.stream().flatMap(cell -> cell.marks().stream()).distinct().toList();
        FlameCell merged =
                new FlameCell(
                        first.frames(),
                        first.kind(),
                        marks,
                        narrow.stream().mapToDouble(FlameCell::before).sum(),
                        narrow.stream().mapToDouble(FlameCell::after).sum(),
                        Change.NONE,
                        List.of());
        String more = others == 0 ? "" : " and " + others + " more";
        List<String> names = first.names().stream().map(name -> name + more).toList();
        cells.add(new Placed(merged, x, width, row, names, others));
        for (int mark : marks) {
            double marked =
                    narrow.stream()
                            .filter(cell -> cell.marks().contains(mark))
                            .mapToDouble(cell -> cell.cost(ofBefore) * scale)
                            .sum();
            boxes.add(box(mark, merged, x, marked, row));
        }
    }
}
