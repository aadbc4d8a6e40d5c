package dev.cobnut.lab.flamegraph;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/// Draws a scene with Java2D, with [#SCALE] pixels for each of the scene's, so that it is sharp on
/// dense screens. Cells are aligned to whole pixels. Text is antialiased.
final class PngPainter {

    static final int SCALE = 2;

    private static final int INK = 0x1A1A1A;
    private static final int COLOURS_MAX = 256;

    private PngPainter() {}

    static byte[] paint(Scene scene) {
        BufferedImage image =
                new BufferedImage(
                        SCALE * scene.width(), SCALE * scene.height(), BufferedImage.TYPE_INT_RGB);
        // Load the font before any code asks Java2D for its fonts.
        Fonts.of(false, Scene.LABEL_SIZE);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(
                RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(
                RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        g.scale(SCALE, SCALE);
        g.setStroke(new BasicStroke(1));
        for (Scene.Shape shape : scene.shapes()) {
            switch (shape) {
                case Scene.Cell cell -> paint(g, cell);
                case Scene.Rectangle rectangle -> paint(g, rectangle);
                case Scene.Text t ->
                        text(g, t.text(), t.x(), t.y(), t.size(), t.bold(), t.colour());
            }
        }
        g.dispose();
        return compressed(image);
    }

    private static byte[] compressed(BufferedImage image) {
        ImageIO.setUseCache(false);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(withPalette(image), "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /// The picture with the 256 most frequent colours, which is a third of the bytes. The others,
    /// mostly shades at the edges of letters, become the nearest of those.
    private static BufferedImage withPalette(BufferedImage image) {
        int width = image.getWidth();
        int[] pixels = image.getRGB(0, 0, width, image.getHeight(), null, 0, width);
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int pixel : pixels) {
            counts.merge(pixel, 1, Integer::sum);
        }
        int[] palette =
                counts.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .limit(COLOURS_MAX)
                        .mapToInt(Map.Entry::getKey)
                        .toArray();
        Map<Integer, Integer> nearest = new HashMap<>();
        counts.keySet().forEach(colour -> nearest.put(colour, nearest(colour, palette)));
        int[] indexes = IntStream.of(pixels).map(pixel -> nearest.getOrDefault(pixel, 0)).toArray();
        BufferedImage reduced =
                new BufferedImage(
                        width,
                        image.getHeight(),
                        BufferedImage.TYPE_BYTE_INDEXED,
                        new IndexColorModel(
                                8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE));
        reduced.getRaster().setPixels(0, 0, width, image.getHeight(), indexes);
        return reduced;
    }

    private static int nearest(int colour, int[] palette) {
        return IntStream.range(0, palette.length)
                .boxed()
                .min(Comparator.comparingInt(i -> distance(colour, palette[i])))
                .orElseThrow();
    }

    private static int distance(int a, int b) {
        return IntStream.of(0, 8, 16)
                .map(shift -> (a >> shift & 255) - (b >> shift & 255))
                .map(difference -> difference * difference)
                .sum();
    }

    private static void paint(Graphics2D g, Scene.Cell cell) {
        double left = whole(cell.x());
        double right = whole(cell.x() + cell.width());
        double width = Math.max(1.0 / SCALE, right - left - (right - left > 3 ? 0.5 : 0));
        g.setColor(new Color(cell.fill()));
        g.fill(new Rectangle2D.Double(left, whole(cell.y()) + 1, width, Scene.ROW - 1));
        text(
                g,
                cell.label(),
                cell.x() + Scene.LABEL_MARGIN,
                whole(cell.y()) + 11,
                Scene.LABEL_SIZE,
                false,
                INK);
    }

    private static double whole(double value) {
        return Math.round(SCALE * value) / (double) SCALE;
    }

    private static void paint(Graphics2D g, Scene.Rectangle rectangle) {
        Rectangle2D area =
                new Rectangle2D.Double(
                        whole(rectangle.x()),
                        whole(rectangle.y()),
                        rectangle.width(),
                        rectangle.height());
        if (rectangle.fill() != Scene.NONE) {
            g.setColor(new Color(rectangle.fill()));
            g.fill(area);
        }
        if (rectangle.stroke() != Scene.NONE) {
            g.setColor(new Color(rectangle.stroke()));
            g.draw(area);
        }
    }

    private static void text(
            Graphics2D g, String text, double x, double y, double size, boolean bold, int colour) {
        g.setColor(new Color(colour));
        g.setFont(Fonts.of(bold, size));
        g.drawString(text, (float) x, (float) y);
    }
}
