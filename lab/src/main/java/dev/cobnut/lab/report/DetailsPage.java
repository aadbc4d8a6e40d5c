package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.SpanComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.compare.RowFamily;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.template.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes `details.html`: all tables of a session, in one file without external resources. A click
/// on a head sorts; at first only rows with a verdict of change are shown. The template calls the
/// public methods.
record DetailsPage(Comparison comparison) {

    /// @param kind `none` for a table without a verdict of change
    record Grid(String kind, List<String> heads, List<Line> lines) {}

    /// @param kind the verdict of change in words, or empty
    record Line(String kind, List<String> cells) {}

    private record Column(String head, Function<Row, String> cell) {}

    static String of(Comparison comparison) {
        return Templates.fill(
                DetailsPage.class,
                "details.html",
                Map.of(
                        "page",
                        new DetailsPage(comparison),
                        "comparison",
                        comparison,
                        "numbers",
                        ReportNumbers.OF_TEMPLATES));
    }

    public String decision() {
        return prose(SessionDecision.of(comparison).sentence());
    }

    public List<String> notes(WindowComparison window) {
        return Stream.concat(
                        SessionDecision.refusals(window),
                        window.comparability().cautions().stream())
                .toList();
    }

    public String name(EventComparison event) {
        return Captions.eventName(event.event());
    }

    public String facts(WindowComparison window, EventComparison event) {
        return "%s, %s; %s and %s samples%s"
                .formatted(
                        event.engine(),
                        new Captions(comparison, window, event).interval(),
                        ReportNumbers.count(event.samples().getFirst()),
                        ReportNumbers.count(event.samples().getLast()),
                        coverage(event));
    }

    private static String coverage(EventComparison event) {
        @Nullable Double a = event.coverage().getFirst();
        @Nullable Double b = event.coverage().getLast();
        return a == null || b == null
                ? ""
                : "; they cover %s and %s of the CPU time of the process"
                        .formatted(ReportNumbers.percent(a), ReportNumbers.percent(b));
    }

    private static List<Column> columns(WindowComparison window) {
        return List.of(
                new Column("A", row -> ReportNumbers.spread(row.a(), row, window.per())),
                new Column("B", row -> ReportNumbers.spread(row.b(), row, window.per())),
                new Column("Change", row -> ReportNumbers.signed(row.relative())),
                new Column("Of the whole", ReportNumbers::change),
                new Column("Verdict", Measure::words),
                new Column("p", row -> ReportNumbers.p(row.adjusted())),
                new Column("Found in 80 of 100", row -> ReportNumbers.percent(row.detectable())),
                new Column("Floor", row -> ReportNumbers.percent(row.floor())),
                new Column("Share A", row -> share(row.a())),
                new Column("Share B", row -> share(row.b())),
                new Column("A/s", row -> ReportNumbers.perSecond(row.a().perSecond(), row.unit())),
                new Column("B/s", row -> ReportNumbers.perSecond(row.b().perSecond(), row.unit())),
                new Column("Samples A", row -> ReportNumbers.count(row.a().samples())),
                new Column("Samples B", row -> ReportNumbers.count(row.b().samples())));
    }

    /// A table of the comparison, without columns that are empty.
    public Grid rows(WindowComparison window, RowFamily table) {
        List<Column> columns =
                columns(window).stream()
                        .filter(column ->
                                table.rows().stream()
                                        .anyMatch(row ->
                                                !column.cell.apply(row).equals(ReportNumbers.NONE)))
                        .toList();
        boolean none = table.rows().stream().noneMatch(Measure::isFinding);
        List<Line> lines = new ArrayList<>();
        for (Row row : table.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.name()));
            columns.forEach(column -> cells.add(column.cell.apply(row)));
            Verdict verdict = row.verdict();
            lines.add(
                    new Line(verdict != null && verdict.isFinding() ? verdict.words() : "", cells));
        }
        return new Grid(none ? "none" : "", columns.stream().map(Column::head).toList(), lines);
    }

    private static String share(Side side) {
        return side.share() == null
                ? ReportNumbers.NONE
                : side.samplingError() == null
                        ? ReportNumbers.percent(side.share())
                        : "%s ± %s"
                                .formatted(
                                        ReportNumbers.percent(side.share()),
                                        ReportNumbers.percent(side.samplingError()));
    }

    /// Latency and throughput beside the CPU cost, run by run.
    public Grid runs(WindowComparison window) {
        List<Row> rows =
                Stream.of(
                                Figures.THROUGHPUT,
                                Figures.P50,
                                Figures.P90,
                                Figures.P99,
                                Figures.PROCESS_CPU)
                        .map(window.figures()::row)
                        .toList();
        List<String> heads = new ArrayList<>();
        rows.forEach(
                row -> heads.add(row.name() + ", " + ReportNumbers.unit(row.unit(), window.per())));
        heads.add("Doubtful");
        List<Line> lines = new ArrayList<>();
        for (int side = 0; side < 2; side++) {
            List<String> runs = window.runs().get(side);
            for (int i = 0; i < runs.size(); i++) {
                List<String> cells = new ArrayList<>(List.of(runs.get(i)));
                for (Row row : rows) {
                    Side of = side == 0 ? row.a() : row.b();
                    cells.add(ReportNumbers.bare(of.values().get(i), row.unit()));
                }
                cells.add(doubts(window, runs.get(i)));
                lines.add(new Line("", cells));
            }
        }
        return new Grid("none", heads, lines);
    }

    private static String doubts(WindowComparison window, String run) {
        return window.comparability().doubtful().stream()
                .filter(doubtful -> doubtful.run().equals(run))
                .map(doubtful -> String.join(" ", doubtful.reasons()))
                .findFirst()
                .orElse("");
    }

    /// The elapsed time of requests and of the work behind them.
    public Grid spans(WindowComparison window) {
        List<Line> lines = new ArrayList<>();
        for (SpanComparison span : window.spans()) {
            List<String> cells = new ArrayList<>(List.of(span.tag()));
            for (Row row : List.of(span.perSecond(), span.p50(), span.p99())) {
                cells.add(ReportNumbers.bareSpread(row.a(), row));
                cells.add(ReportNumbers.bareSpread(row.b(), row));
                if (!row.equals(span.perSecond())) {
                    cells.add(ReportNumbers.signed(row.relative()));
                }
            }
            lines.add(new Line("", cells));
        }
        return new Grid(
                "none",
                List.of(
                        "A/s",
                        "B/s",
                        "p50 A, ms",
                        "p50 B, ms",
                        "p50 change",
                        "p99 A, ms",
                        "p99 B, ms",
                        "p99 change"),
                lines);
    }

    public boolean areWaitsKnown() {
        return comparison.windows().stream().anyMatch(window -> requests(window).areKnown());
    }

    public RequestTables requests(WindowComparison window) {
        return RequestTables.of(window);
    }

    /// Code and emphasis are the only Markdown of a sentence.
    static String prose(String markdown) {
        return Templates.escaped(markdown)
                .replaceAll("`([^`]*)`", "<code>$1</code>")
                .replaceAll("\\*\\*([^*]*)\\*\\*", "<strong>$1</strong>");
    }
}
