package dev.cobnut.lab.flamegraph;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reduces a picture to at most 256 colours, one byte per pixel. The most frequent colours stay.
/// The other colours, mostly shades at the edges of letters, become the nearest of those.
final class Palette {

    private static final int COLOURS_MAX = 256;

    private Palette() {}

    static BufferedImage reduce(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int pixel : pixels) {
            counts.merge(pixel & 0xFFFFFF, 1, Integer::sum);
        }
        int[] palette = mostFrequent(counts);
        IndexColorModel model = new IndexColorModel(8, palette.length, palette, 0, false, -1, 0);
        BufferedImage reduced =
                new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
        Map<Integer, Integer> nearest = new HashMap<>();
        int[] row = new int[width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                row[x] =
                        nearest.computeIfAbsent(
                                pixels[y * width + x] & 0xFFFFFF,
                                colour -> nearest(colour, palette));
            }
            reduced.getRaster().setPixels(0, y, width, 1, row);
        }
        return reduced;
    }

    private static int[] mostFrequent(Map<Integer, Integer> counts) {
        List<Integer> colours =
                counts.entrySet().stream()
                        .sorted(
                                Map.Entry.<Integer, Integer>comparingByValue(
                                                Comparator.reverseOrder())
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .limit(COLOURS_MAX)
                        .map(Map.Entry::getKey)
                        .toList();
        return colours.stream().mapToInt(colour -> colour).toArray();
    }

    private static int nearest(int colour, int[] palette) {
        int best = 0;
        int bestDistance = Integer.MAX_VALUE;
        for (int i = 0; i < palette.length && bestDistance > 0; i++) {
            int distance = distance(colour, palette[i]);
            if (distance < bestDistance) {
                best = i;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static int distance(int a, int b) {
        int red = (a >> 16 & 255) - (b >> 16 & 255);
        int green = (a >> 8 & 255) - (b >> 8 & 255);
        int blue = (a & 255) - (b & 255);
        return red * red + green * green + blue * blue;
    }
}
