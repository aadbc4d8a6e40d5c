package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison.SpanComparison;
import dev.cobnut.lab.compare.RequestComparison;
import dev.cobnut.lab.compare.RequestComparison.Band;
import dev.cobnut.lab.template.Templates;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;

/// One picture of what requests wait for: a bar for the median and one for the slowest hundredth,
/// of A and of B, per endpoint. A bar is all of the elapsed time; its length in ms stands beside
/// it.
final class WaitBars {

    private static final int WIDTH = 860;
    private static final int LEFT = 150;
    private static final int RIGHT = 80;
    private static final int BAR = 18;
    private static final int GAP = 4;
    private static final int LINE = 16;
    private static final int ENDPOINTS_MAX = 6;
    private static final int LEGEND_COLUMNS = 3;

    /// A narrower part has no number.
    private static final double LABEL_WIDTH_MIN = 34;

    /// Readable below black text. A wait keeps its colour in the whole picture.
    private static final List<String> WAITS =
            List.of(
                    "#e9967a", "#f2c14e", "#8fb8de", "#c5a3d9", "#9ad1b5", "#e6a5b8", "#c9c26b",
                    "#b8a58c", "#d9d9a0");

    private static final String CPU = "#6fbf73";
    private static final String REST = "#b0b0b0";

    private final List<SpanComparison> spans;
    private final List<String> names;
    private final StringBuilder svg = new StringBuilder();
    private int y;

    private WaitBars(List<SpanComparison> spans) {
        this.spans = spans.stream().limit(ENDPOINTS_MAX).toList();
        names = ElapsedParts.names(this.spans.stream().flatMap(span -> bands(span).stream()));
    }

    /// @param spans with known waits, at least one
    static String of(List<SpanComparison> spans) {
        return new WaitBars(spans).draw();
    }

    private static List<Band> bands(SpanComparison span) {
        RequestComparison requests = Objects.requireNonNull(span.requests());
        return List.of(
                requests.median().getFirst(),
                requests.median().getLast(),
                requests.slowest().getFirst(),
                requests.slowest().getLast());
    }

    private String draw() {
        legend();
        for (SpanComparison span : spans) {
            y += LINE + GAP;
            text(0, y, "start", span.tag(), " font-weight=\"600\"");
            y += GAP;
            List<Band> bands = bands(span);
            bar("median, A", bands.get(0));
            bar("median, B", bands.get(1));
            bar("slowest 1 %, A", bands.get(2));
            bar("slowest 1 %, B", bands.get(3));
        }
        return """
        <svg viewBox="0 0 %d %d" width="%d" role="img" font-size="12" fill="currentColor" \
        aria-label="Elapsed time of requests by what was waited for">
        %s</svg>
        """
                .formatted(WIDTH, y + GAP, WIDTH, svg);
    }

    private void legend() {
        for (int i = 0; i < names.size(); i++) {
            int x = i % LEGEND_COLUMNS * (WIDTH / LEGEND_COLUMNS);
            if (i % LEGEND_COLUMNS == 0) {
                y += LINE;
            }
            rectangle(x, y - 10, 12, 12, names.get(i), names.get(i));
            text(x + 17, y, "start", names.get(i), "");
        }
    }

    private void bar(String label, Band band) {
        text(LEFT - 8, y + BAR - 5, "end", label, "");
        SequencedMap<String, Double> parts = ElapsedParts.of(band);
        double x = LEFT;
        for (String name : names) {
            double share = parts.getOrDefault(name, 0.0) / band.elapsedMs();
            double width = share * (WIDTH - LEFT - RIGHT);
            if (share > 0) {
                String amount =
                        "%s: %s ms, %s"
                                .formatted(
                                        name,
                                        ReportNumbers.number(parts.getOrDefault(name, 0.0)),
                                        ReportNumbers.percent(share));
                rectangle(x, y, width, BAR, name, amount);
                if (width >= LABEL_WIDTH_MIN) {
                    text(
                            x + width / 2,
                            y + BAR - 5,
                            "middle",
                            "%d %%".formatted(Math.round(100 * share)),
                            " fill=\"#000\" pointer-events=\"none\"");
                }
            }
            x += width;
        }
        text(
                WIDTH - RIGHT + 6,
                y + BAR - 5,
                "start",
                ReportNumbers.number(band.elapsedMs()) + " ms",
                "");
        y += BAR + GAP;
    }

    private void rectangle(
            double x, double top, double width, double height, String name, String title) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s</title></rect>\n",
                        x,
                        top,
                        width,
                        height,
                        colour(name),
                        Templates.escaped(title)));
    }

    private void text(double x, double base, String anchor, String words, String more) {
        svg.append(
                String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n",
                        x,
                        base,
                        anchor,
                        more,
                        Templates.escaped(words)));
    }

    private String colour(String name) {
        return switch (name) {
            case ElapsedParts.CPU -> CPU;
            case ElapsedParts.REST -> REST;
            default -> WAITS.get(names.indexOf(name) % WAITS.size());
        };
    }
}
