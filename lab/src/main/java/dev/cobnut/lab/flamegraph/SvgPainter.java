package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.flamegraph.Scene.Cell;
import dev.cobnut.lab.flamegraph.Scene.Rectangle;
import dev.cobnut.lab.flamegraph.Scene.Text;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// Writes a scene as SVG. A cell with a label is a group with the whole name as its tooltip. Cells
/// without a label are joined to one path per colour, which keeps the file small.
final class SvgPainter {

    private static final String STYLE =
            "<style>.c text{font-size:11px}.b{font-weight:bold}text{white-space:pre}</style>";

    private final StringBuilder out = new StringBuilder();
    private final Map<FrameKind, StringBuilder> unlabelled = new EnumMap<>(FrameKind.class);

    private SvgPainter() {}

    static String paint(Scene scene) {
        SvgPainter painter = new SvgPainter();
        painter.write(scene);
        return painter.out.toString();
    }

    private void write(Scene scene) {
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
        out.append(scene.width()).append(' ').append(scene.height());
        out.append("\" width=\"").append(scene.width()).append("\" height=\"");
        out.append(scene.height()).append("\" role=\"img\" font-family=\"");
        out.append(Fonts.SVG_FAMILY).append("\" fill=\"#1a1a1a\">\n");
        out.append("<title>").append(escaped(scene.title())).append("</title>\n");
        out.append(STYLE).append('\n');
        for (Scene.Shape shape : scene.shapes()) {
            switch (shape) {
                case Cell cell -> write(cell);
                case Rectangle rectangle -> {
                    writeUnlabelled();
                    write(rectangle);
                }
                case Text text -> {
                    writeUnlabelled();
                    write(text);
                }
            }
        }
        writeUnlabelled();
        out.append("</svg>\n");
    }

    private void write(Cell cell) {
        double gap = cell.width() > 3 ? 0.7 : 0;
        String x = number(cell.x());
        String width = number(Math.max(0.5, cell.width() - gap));
        if (cell.label().isEmpty()) {
            unlabelled
                    .computeIfAbsent(cell.kind(), _ -> new StringBuilder())
                    .append("M%s %sh%sv14h-%sz".formatted(x, number(cell.y() + 1), width, width));
            return;
        }
        out.append("<g class=\"c\"><title>").append(escaped(cell.tip())).append("</title>");
        out.append("<rect x=\"%s\" y=\"%s\" ".formatted(x, number(cell.y() + 1)));
        out.append("width=\"%s\" height=\"14\" ".formatted(width));
        out.append(fill(cell.kind())).append("/>");
        out.append("<text x=\"%s\" ".formatted(number(cell.x() + Scene.LABEL_MARGIN)));
        out.append("y=\"%s\" ".formatted(number(cell.y() + 11.5)));
        out.append("textLength=\"%s\" ".formatted(length(cell.label(), false, Scene.LABEL_SIZE)));
        out.append("lengthAdjust=\"spacingAndGlyphs\">");
        out.append(escaped(cell.label())).append("</text></g>\n");
    }

    private void writeUnlabelled() {
        unlabelled.forEach((kind, path) -> {
            out.append("<path ").append(fill(kind)).append(" d=\"").append(path).append("\"/>\n");
        });
        unlabelled.clear();
    }

    private void write(Rectangle rectangle) {
        out.append("<rect data-role=\"").append(escaped(rectangle.role())).append("\" x=\"");
        out.append(number(rectangle.x())).append("\" y=\"").append(number(rectangle.y()));
        out.append("\" width=\"").append(number(rectangle.width())).append("\" height=\"");
        out.append(number(rectangle.height())).append("\" fill=\"");
        out.append(rectangle.fill() == Scene.NONE ? "none" : colour(rectangle.fill()));
        out.append('"');
        if (rectangle.stroke() != Scene.NONE) {
            out.append(" stroke=\"").append(colour(rectangle.stroke()));
            out.append("\" stroke-width=\"").append(number(rectangle.strokeWidth())).append('"');
        }
        if (rectangle.dashed()) {
            out.append(" stroke-dasharray=\"4 3\"");
        }
        out.append("/>\n");
    }

    private void write(Text text) {
        out.append("<text x=\"").append(number(text.x())).append("\" y=\"");
        out.append(number(text.y())).append("\" font-size=\"").append(number(text.size()));
        out.append("\" fill=\"").append(colour(text.colour())).append('"');
        switch (text.anchor()) {
            case START -> {}
            case MIDDLE -> out.append(" text-anchor=\"middle\"");
        }
        if (text.bold()) {
            out.append(" class=\"b\"");
        }
        out.append(" textLength=\"").append(length(text.text(), text.bold(), text.size()));
        out.append("\" lengthAdjust=\"spacingAndGlyphs\">");
        out.append(escaped(text.text())).append("</text>\n");
    }

    private static String fill(FrameKind kind) {
        String fill = "fill=\"%s\"".formatted(colour(kind.colour()));
        return kind == FrameKind.FOLDED
                ? "%s stroke=\"%s\" stroke-width=\"0.7\"".formatted(fill, colour(FrameKind.OUTLINE))
                : fill;
    }

    private static String length(String text, boolean bold, double size) {
        return number(Math.max(1, Fonts.width(text, bold, size)));
    }

    /// A number with one decimal, or none when the decimal is 0.
    static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0
                ? Long.toString(tenths / 10)
                : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    static String colour(int rgb) {
        return String.format(Locale.ROOT, "#%06x", rgb);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
