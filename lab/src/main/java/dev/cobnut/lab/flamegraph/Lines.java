package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.List;

/// Fits texts into a given width. Lines break at spaces.
final class Lines {

    private Lines() {}

    /// As many words as fit, followed by an ellipsis.
    static String cut(String text, double room, boolean bold, double size) {
        String line = text;
        int end = text.length();
        while (Fonts.width(line, bold, size) > room && end > 0) {
            end = Math.max(0, text.lastIndexOf(' ', end - 1));
            line = text.substring(0, end) + " \u2026";
        }
        return line;
    }

    /// The largest size at which the text fits in bold.
    static double largest(String text, double room, double most, double least) {
        double width = Fonts.width(text, true, 1);
        return Math.clamp(width > 0 ? room / width : most, least, most);
    }

    static List<String> wrap(String text, double room, double size) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && Fonts.width(line + " " + word, false, size) > room) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
