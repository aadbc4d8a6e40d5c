package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.template.Templates;
import java.util.Locale;
import java.util.Map;

/// Writes a scene as SVG. Each cell has a tooltip. The template calls the public methods.
final class SvgPainter {

    private SvgPainter() {}

    static String paint(Scene scene) {
        return Templates.fill(
                SvgPainter.class,
                "picture.svg",
                Map.of(
                        "scene", scene,
                        "paint", new SvgPainter(),
                        "family", Fonts.SVG_FAMILY,
                        "row", Scene.ROW,
                        "labelSize", Scene.LABEL_SIZE,
                        "labelMargin", Scene.LABEL_MARGIN));
    }

    public String width(Scene.Cell cell) {
        return number(Math.max(0.5, cell.width() - (cell.width() > 3 ? 0.7 : 0)));
    }

    /// Keeps the width of a text where the viewer has another font.
    public String length(String text, boolean bold, double size) {
        return "textLength=\"%s\" lengthAdjust=\"spacingAndGlyphs\""
                .formatted(number(Math.max(1, Fonts.width(text, bold, size))));
    }

    /// A number with one decimal, or none when the decimal is 0.
    public static String number(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0
                ? Long.toString(tenths / 10)
                : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }

    public static String colour(int rgb) {
        return rgb == Scene.NONE ? "none" : String.format(Locale.ROOT, "#%06x", rgb);
    }
}
