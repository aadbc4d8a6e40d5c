package dev.cobnut.lab.flamegraph;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/// Draws a scene with Java2D. Cells are aligned to whole pixels, so their edges are sharp. Text is
/// antialiased.
final class PngPainter {

    private static final int INK = 0x1A1A1A;

    private PngPainter() {}

    static byte[] paint(Scene scene) {
        BufferedImage image =
                new BufferedImage(scene.width(), scene.height(), BufferedImage.TYPE_INT_RGB);
        // Load the fonts before any code asks Java2D for its fonts.
        Fonts.of(false, Scene.LABEL_SIZE);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(
                RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(
                RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        for (Scene.Shape shape : scene.shapes()) {
            switch (shape) {
                case Scene.Cell cell -> paint(g, cell);
                case Scene.Rectangle rectangle -> paint(g, rectangle);
                case Scene.Text text -> paint(g, text);
            }
        }
        g.dispose();
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ImageIO.setUseCache(false);
            ImageIO.write(Palette.reduce(image), "png", out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void paint(Graphics2D g, Scene.Cell cell) {
        int left = (int) Math.round(cell.x());
        int right = (int) Math.round(cell.x() + cell.width());
        int gap = right - left > 3 ? 1 : 0;
        int top = (int) Math.round(cell.y()) + 1;
        int width = Math.max(1, right - left - gap);
        int height = (int) Scene.ROW - 1;
        boolean outlined = cell.kind() == FrameKind.FOLDED;
        g.setColor(new Color(outlined ? FrameKind.OUTLINE : cell.kind().colour()));
        g.fillRect(left, top, width, height);
        if (outlined && width > 3) {
            g.setColor(new Color(cell.kind().colour()));
            g.fillRect(left + 1, top + 1, width - 2, height - 2);
        }
        if (!cell.label().isEmpty()) {
            g.setColor(new Color(INK));
            g.setFont(Fonts.of(false, Scene.LABEL_SIZE));
            g.drawString(
                    cell.label(),
                    (float) (cell.x() + Scene.LABEL_MARGIN),
                    (float) (Math.round(cell.y()) + 11.5));
        }
    }

    private static void paint(Graphics2D g, Scene.Rectangle rectangle) {
        Rectangle2D area =
                new Rectangle2D.Double(
                        rectangle.x(), rectangle.y(), rectangle.width(), rectangle.height());
        if (rectangle.fill() != Scene.NONE) {
            g.setColor(new Color(rectangle.fill()));
            g.fill(area);
        }
        if (rectangle.stroke() != Scene.NONE) {
            float width = (float) rectangle.strokeWidth();
            float[] dashes = rectangle.dashed() ? new float[] {4, 3} : null;
            g.setColor(new Color(rectangle.stroke()));
            g.setStroke(
                    new BasicStroke(
                            width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, dashes, 0));
            g.draw(area);
        }
    }

    private static void paint(Graphics2D g, Scene.Text text) {
        double width = Fonts.width(text.text(), text.bold(), text.size());
        double x =
                switch (text.anchor()) {
                    case START -> text.x();
                    case MIDDLE -> text.x() - width / 2;
                };
        g.setColor(new Color(text.colour()));
        g.setFont(Fonts.of(text.bold(), text.size()));
        g.drawString(text.text(), (float) x, (float) text.y());
    }
}
