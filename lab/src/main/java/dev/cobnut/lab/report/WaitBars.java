package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison.SpanComparison;
import dev.cobnut.lab.compare.RequestComparison;
import dev.cobnut.lab.compare.RequestComparison.Band;
import dev.cobnut.lab.template.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// One picture of what requests wait for: a bar for the median and one for the slowest hundredth,
/// of A and of B, per endpoint. A bar is all of the elapsed time; its length in ms stands beside
/// it. `waits.svg` draws it.
///
/// @param names of the parts of all bars
record WaitBars(List<SpanComparison> spans, List<String> names) {

    private static final int ENDPOINTS_MAX = 6;
    private static final double BAR_WIDTH = 630;

    /// Readable below black text. A wait keeps its colour in the whole picture.
    private static final List<String> WAITS =
            List.of(
                    "#e9967a", "#f2c14e", "#8fb8de", "#c5a3d9", "#9ad1b5", "#e6a5b8", "#c9c26b",
                    "#b8a58c", "#d9d9a0");

    /// @param x of its left end, in the bar
    record Part(String colour, double x, double width, long percent, String title) {}

    record Bar(String label, String elapsed, List<Part> parts) {}

    /// @param spans with known waits, at least one
    static String of(List<SpanComparison> spans) {
        List<SpanComparison> shown = spans.stream().limit(ENDPOINTS_MAX).toList();
        List<String> names =
                ElapsedParts.names(
                        shown.stream()
                                .map(SpanComparison::requests)
                                .filter(Objects::nonNull)
                                .flatMap(requests -> requests.bands().stream()));
        return Templates.fill(
                WaitBars.class, "waits.svg", Map.of("picture", new WaitBars(shown, names)));
    }

    public List<Bar> bars(SpanComparison span) {
        RequestComparison requests = Objects.requireNonNull(span.requests());
        List<String> labels = List.of("median, A", "median, B", "slowest 1 %, A", "slowest 1 %, B");
        List<Bar> bars = new ArrayList<>();
        for (Band band : requests.bands()) {
            String elapsed = ReportNumbers.number(band.elapsedMs()) + " ms";
            bars.add(new Bar(labels.get(bars.size()), elapsed, parts(band)));
        }
        return bars;
    }

    private List<Part> parts(Band band) {
        Map<String, Double> all = ElapsedParts.of(band);
        List<Part> parts = new ArrayList<>();
        double x = 0;
        for (String name : names) {
            double ms = all.getOrDefault(name, 0.0);
            double share = ms / band.elapsedMs();
            String title =
                    "%s: %s ms, %s"
                            .formatted(
                                    name, ReportNumbers.number(ms), ReportNumbers.percent(share));
            if (share > 0) {
                double width = share * BAR_WIDTH;
                parts.add(new Part(colour(name), x, width, Math.round(100 * share), title));
                x += width;
            }
        }
        return parts;
    }

    public String colour(String name) {
        return switch (name) {
            case ElapsedParts.CPU -> "#6fbf73";
            case ElapsedParts.REST -> "#b0b0b0";
            default -> WAITS.get(names.indexOf(name) % WAITS.size());
        };
    }
}
