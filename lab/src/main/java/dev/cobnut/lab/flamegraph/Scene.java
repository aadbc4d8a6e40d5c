package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.List;

/// A picture as shapes in pixels from the upper left corner; later shapes cover earlier ones.
/// Painters convert it to PNG and SVG without further decisions.
final class Scene {

    sealed interface Shape permits Cell, Rectangle, Text {}

    /// A frame of a flame graph.
    ///
    /// @param label a text that fits; may be empty
    /// @param tip the whole name
    record Cell(double x, double y, double width, FrameKind kind, String label, String tip)
            implements Shape {}

    /// @param fill RGB, or [#NONE]; `stroke` likewise
    /// @param role meaning of the shape, for readers of the file and for tests: `hotspot`, `badge`
    ///   …
    record Rectangle(
            double x,
            double y,
            double width,
            double height,
            int fill,
            int stroke,
            double strokeWidth,
            boolean dashed,
            String role)
            implements Shape {}

    /// One line of text.
    ///
    /// @param y of the base line
    record Text(
            double x, double y, String text, double size, boolean bold, int colour, Anchor anchor)
            implements Shape {}

    enum Anchor {
        START,
        MIDDLE
    }

    static final int NONE = -1;

    /// Height of a cell including the gap above it.
    static final double ROW = 15;

    static final double LABEL_SIZE = 11;

    /// Distance between the edge of a cell and its label.
    static final double LABEL_MARGIN = 3;

    private final int width;
    private final int height;
    private final String title;
    private final List<Shape> shapes = new ArrayList<>();

    Scene(String title, int width, int height) {
        this.title = title;
        this.width = width;
        this.height = height;
    }

    void add(Shape shape) {
        shapes.add(shape);
    }

    void text(double x, double y, String text, double size, boolean bold, int colour) {
        add(new Text(x, y, text, size, bold, colour, Anchor.START));
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    String title() {
        return title;
    }

    List<Shape> shapes() {
        return List.copyOf(shapes);
    }
}
