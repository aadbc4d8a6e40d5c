package dev.cobnut.lab.flamegraph;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
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
        Map<Integer, Integer> counts = counts(pixels);
        int[] palette =
                counts.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .limit(COLOURS_MAX)
                        .mapToInt(Map.Entry::getKey)
                        .toArray();
        Map<Integer, Byte> indexes = HashMap.newHashMap(counts.size());
        counts.keySet().forEach(colour -> indexes.put(colour, (byte) nearest(colour, palette)));
        BufferedImage reduced =
                new BufferedImage(
                        width,
                        image.getHeight(),
                        BufferedImage.TYPE_BYTE_INDEXED,
                        new IndexColorModel(
                                8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE));
        byte[] reducedPixels = ((DataBufferByte) reduced.getRaster().getDataBuffer()).getData();
        int colour = pixels[0];
        byte index = indexes.getOrDefault(colour, (byte) 0);
        for (int i = 0; i < pixels.length; i++) {
            if (pixels[i] != colour) {
                colour = pixels[i];
                index = indexes.getOrDefault(colour, (byte) 0);
            }
            reducedPixels[i] = index;
        }
        return reduced;
    }

    /// The pixels of each colour, by colour. Neighbours are mostly of one colour, so they are
    /// counted together.
    private static Map<Integer, Integer> counts(int[] pixels) {
        Map<Integer, Integer> counts = new TreeMap<>();
        int begin = 0;
        for (int i = 1; i <= pixels.length; i++) {
            if (i == pixels.length || pixels[i] != pixels[begin]) {
                counts.merge(pixels[begin], i - begin, Integer::sum);
                begin = i;
            }
        }
        return counts;
    }

    /// The index of the nearest colour; the first of several.
    private static int nearest(int colour, int[] palette) {
        int nearest = 0;
        for (int i = 1; i < palette.length; i++) {
            if (distance(colour, palette[i]) < distance(colour, palette[nearest])) {
                nearest = i;
            }
        }
        return nearest;
    }

    private static int distance(int a, int b) {
        int red = (a >> 16 & 255) - (b >> 16 & 255);
        int green = (a >> 8 & 255) - (b >> 8 & 255);
        int blue = (a & 255) - (b & 255);
        return red * red + green * green + blue * blue;
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
