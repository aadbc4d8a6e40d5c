package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison.SpanComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.RequestComparison;
import dev.cobnut.lab.compare.RequestComparison.Band;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.report.DetailsPage.Grid;
import dev.cobnut.lab.report.DetailsPage.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// The part of `details.html` about requests by endpoint: their CPU time, their allocation, and
/// what they waited for. The template calls the public methods.
///
/// @param known the kinds of requests whose waits are known, the most frequent first
record RequestTables(List<SpanComparison> known) {

    static RequestTables of(WindowComparison window) {
        return new RequestTables(ElapsedParts.known(window));
    }

    public boolean areKnown() {
        return !known.isEmpty();
    }

    public String picture() {
        return WaitBars.of(known);
    }

    public Grid waits() {
        List<String> names =
                ElapsedParts.names(
                        known.stream()
                                .map(RequestTables::requests)
                                .flatMap(requests -> requests.bands().stream()));
        List<String> heads = new ArrayList<>(List.of("Requests", "Elapsed"));
        heads.addAll(names);
        heads.add("CPU samples");
        List<Line> lines = new ArrayList<>();
        for (SpanComparison span : known) {
            int i = 0;
            for (String of : List.of("median, A", "median, B", "slowest, A", "slowest, B")) {
                lines.add(line(span.tag() + ", " + of, requests(span).bands().get(i++), names));
            }
        }
        return new Grid("none", heads, lines);
    }

    private static RequestComparison requests(SpanComparison span) {
        return Objects.requireNonNull(span.requests());
    }

    private static Line line(String name, Band band, List<String> names) {
        Map<String, Double> parts = ElapsedParts.of(band);
        List<String> cells = new ArrayList<>(List.of(name));
        cells.add(ReportNumbers.count(band.requests()));
        cells.add(ReportNumbers.number(band.elapsedMs()));
        names.forEach(part -> cells.add(ReportNumbers.number(parts.getOrDefault(part, 0.0))));
        cells.add(ReportNumbers.count(band.cpuSamples()));
        return new Line("", cells);
    }

    /// CPU and allocation of each endpoint, and what is left of the whole.
    public Grid costs() {
        List<Line> lines = new ArrayList<>();
        for (SpanComparison span : known) {
            List<String> cells = new ArrayList<>(List.of(span.tag()));
            for (Row row : List.of(requests(span).cpu(), requests(span).allocation())) {
                cells.add(ReportNumbers.bareSpread(row.a(), row));
                cells.add(ReportNumbers.bareSpread(row.b(), row));
                cells.add(ReportNumbers.signed(row.relative()));
                cells.add(ReportNumbers.percent(row.a().share()));
                cells.add(ReportNumbers.percent(row.b().share()));
            }
            lines.add(new Line("", cells));
        }
        List<String> rest = new ArrayList<>(List.of("not in a request, or within a wait"));
        for (Function<RequestComparison, Row> row :
                List.<Function<RequestComparison, Row>>of(
                        RequestComparison::cpu, RequestComparison::allocation)) {
            rest.addAll(List.of(ReportNumbers.NONE, ReportNumbers.NONE, ReportNumbers.NONE));
            rest.add(rest(row.andThen(Row::a)));
            rest.add(rest(row.andThen(Row::b)));
        }
        lines.add(new Line("", rest));
        return new Grid(
                "none",
                List.of(
                        "CPU A, µs",
                        "CPU B, µs",
                        "CPU change",
                        "Share of CPU A",
                        "Share of CPU B",
                        "Allocation A, KiB",
                        "Allocation B, KiB",
                        "Allocation change",
                        "Share of allocation A",
                        "Share of allocation B"),
                lines);
    }

    /// What the shares of the endpoints leave.
    private String rest(Function<RequestComparison, Side> side) {
        double all =
                known.stream()
                        .map(span -> side.apply(requests(span)).share())
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .sum();
        return all == 0 ? ReportNumbers.NONE : ReportNumbers.percent(1 - all);
    }
}
