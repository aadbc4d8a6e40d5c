package dev.cobnut.benchmarks.trend;

import dev.cobnut.benchmarks.results.TableNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Draws the trend of each benchmark as a small panel of one SVG. Points are the runs, from left to
/// right; lines are the medians between change points; a red or green rule with a ratio is a change
/// point. Every panel has its own scale from zero, so that a small change looks small.
final class TrendSvg {

    private static final int COLUMNS = 3;
    private static final int WIDTH = 380;
    private static final int HEIGHT = 150;
    private static final int LEFT = 12;
    private static final int TOP = 40;
    private static final int PLOT_WIDTH = WIDTH - 2 * LEFT;
    private static final int PLOT_HEIGHT = HEIGHT - TOP - 24;

    private static final String WORSE = "#b3261e";
    private static final String BETTER = "#1b7f3b";

    private final StringBuilder svg = new StringBuilder();

    /// A benchmark and its change points.
    record Panel(Series series, List<ChangePoint> changes) {}

    private TrendSvg() {}

    static String draw(List<Panel> panels) {
        TrendSvg picture = new TrendSvg();
        int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
        picture.add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\">",
                COLUMNS * WIDTH, rows * HEIGHT);
        picture.add("<title>Benchmarks over the recorded runs</title>");
        picture.add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        for (int i = 0; i < panels.size(); i++) {
            picture.add(
                    "<g transform=\"translate(%d %d)\">",
                    i % COLUMNS * WIDTH, i / COLUMNS * HEIGHT);
            picture.panel(panels.get(i));
            picture.add("</g>");
        }
        picture.add("</svg>");
        return picture.svg.toString();
    }

    private void panel(Panel panel) {
        double[] values = panel.series.values();
        double largest = Arrays.stream(values).max().orElse(1);
        double top = largest <= 0 ? 1 : largest * 1.1;
        add(
                "<text x=\"%d\" y=\"16\" font-weight=\"bold\">%s</text>",
                LEFT, escaped(panel.series.name()));
        add(
                "<text x=\"%d\" y=\"30\" fill=\"#555\">%d runs, now %s %s</text>",
                LEFT,
                values.length,
                TableNumbers.plain(values.length == 0 ? Double.NaN : values[values.length - 1]),
                escaped(TableNumbers.unit(panel.series.unit())));
        add(
                "<path d=\"M%d %d H%d\" stroke=\"#999\" fill=\"none\"/>",
                LEFT, TOP + PLOT_HEIGHT, LEFT + PLOT_WIDTH);
        int start = 0;
        for (ChangePoint change : panel.changes) {
            median(change.before(), start, change.index(), values.length, top);
            start = change.index();
        }
        if (!panel.changes.isEmpty()) {
            median(panel.changes.getLast().after(), start, values.length, values.length, top);
        }
        for (ChangePoint change : panel.changes) {
            rule(panel.series, change, values.length);
        }
        for (int i = 0; i < values.length; i++) {
            add(
                    "<circle cx=\"%s\" cy=\"%s\" r=\"2.2\" fill=\"#3355aa\"><title>%s: %s</title></circle>",
                    number(x(i, values.length)),
                    number(y(values[i], top)),
                    escaped(panel.series.points().get(i).run().id()),
                    TableNumbers.plain(values[i]));
        }
    }

    private void median(double value, int from, int to, int count, double top) {
        add(
                "<path d=\"M%s %s H%s\" stroke=\"#333\" fill=\"none\"/>",
                number(x(from, count)), number(y(value, top)), number(x(to - 1, count)));
    }

    private void rule(Series series, ChangePoint change, int count) {
        String colour = change.isWorse(series.better()) ? WORSE : BETTER;
        double x = x(change.index() - 0.5, count);
        add(
                "<path d=\"M%s %d V%d\" stroke=\"%s\" stroke-dasharray=\"3 2\" fill=\"none\"/>",
                number(x), TOP - 6, TOP + PLOT_HEIGHT, colour);
        add(
                "<text x=\"%s\" y=\"%d\" fill=\"%s\" text-anchor=\"middle\">%s</text>",
                number(x),
                TOP + PLOT_HEIGHT + 14,
                colour,
                TableNumbers.ratio(change.ratio()) + " ×");
    }

    private static double x(double index, int count) {
        return LEFT + 4 + (PLOT_WIDTH - 8) * (count < 2 ? 0.5 : index / (count - 1));
    }

    private static double y(double value, double top) {
        return TOP + PLOT_HEIGHT * (1 - value / top);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void add(String line, Object... arguments) {
        svg.append(String.format(Locale.ROOT, line + "\n", arguments));
    }
}
