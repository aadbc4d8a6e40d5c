package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.List;

/// A picture as shapes in pixels from the upper left corner; later shapes cover earlier ones.
/// Painters convert it to PNG and SVG without further decisions.
///
/// @param title for readers of the file
/// @param shapes in the order of painting; callers add to it
record Scene(String title, int width, int height, List<Shape> shapes) {

    sealed interface Shape permits Cell, Rectangle, Text {

        default String kind() {
            return getClass().getSimpleName();
        }
    }

    /// A frame of a flame graph.
    ///
    /// @param fill RGB
    /// @param label a text that fits; may be empty
    /// @param tip the whole name and the numbers
    record Cell(double x, double y, double width, int fill, String label, String tip)
            implements Shape {}

    /// @param fill RGB, or [#NONE]; `stroke` likewise
    /// @param role meaning of the shape, for readers of the file and for tests: `callout`, `badge`
    ///   …
    record Rectangle(
            double x, double y, double width, double height, int fill, int stroke, String role)
            implements Shape {}

    /// One line of text.
    ///
    /// @param y of the base line
    record Text(double x, double y, String text, double size, boolean bold, int colour)
            implements Shape {}

    static final int NONE = -1;

    /// Height of a cell including the gap above it.
    static final double ROW = 14;

    static final double LABEL_SIZE = 10.5;

    /// Distance between the edge of a cell and its label.
    static final double LABEL_MARGIN = 2.5;

    Scene(String title, int width, int height) {
        this(title, width, height, new ArrayList<>());
    }

    void text(double x, double y, String text, double size, boolean bold, int colour) {
        shapes.add(new Text(x, y, text, size, bold, colour));
    }

    void fill(double x, double y, double width, double height, int fill, String role) {
        shapes.add(new Rectangle(x, y, width, height, fill, NONE, role));
    }
}
