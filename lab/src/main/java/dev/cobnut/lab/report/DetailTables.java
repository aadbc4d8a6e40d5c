package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.SpanComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import java.util.ArrayList;
import java.util.List;

/// The tables of one window. A comment before each table names the table of `comparison.json`.
final class DetailTables {

    static final String LEGEND =
            """
            *A*, *B*: mean of the runs ± standard deviation between runs. *Change*: change of the means, with the 95 % confidence interval over runs. *Of the whole*: change of a part as a fraction of A's total cost; the verdict of a part uses it. *p*: adjusted for all rows of all tables. *rank p*: exact Mann–Whitney test, not adjusted. *Detectable*: the smallest change that four of five such sessions would detect. *Floor*: the difference that the session's runs show against themselves. A row without a verdict (–) only describes, is too small to matter on either side, or is code that only one variant has; all such code is tested as one row.\
            """;

    private final Comparison comparison;
    private final WindowComparison window;
    private final StringBuilder text = new StringBuilder();

    DetailTables(Comparison comparison, WindowComparison window) {
        this.comparison = comparison;
        this.window = window;
    }

    String text() {
        heading("### %s".formatted(window.name()));
        text.append("Costs are per ").append(ReportNumbers.operation(window.per())).append(".\n\n");
        figures();
        joined();
        spans();
        ProfileTables profiles = new ProfileTables(comparison, window, this, text);
        window.events().forEach(profiles::event);
        return text.toString();
    }

    private void heading(String heading) {
        text.append(heading).append("\n\n");
    }

    /// Writes the comment that names the table that follows.
    void open(String id) {
        text.append("<!-- %s %s -->\n\n".formatted(window.name(), id));
    }

    void close(MarkdownTable table) {
        text.append(table.text()).append('\n');
    }

    private void figures() {
        heading("#### Figures");
        open(window.figures().id());
        MarkdownTable table =
                new MarkdownTable(
                        1,
                        "Figure",
                        "A",
                        "B",
                        "Change",
                        "p",
                        "rank p",
                        "Detectable",
                        "Floor",
                        "Verdict");
        for (Row row : window.figures().rows()) {
            table.row(
                    row.name(),
                    ReportNumbers.spread(row.a(), row, window.per()),
                    ReportNumbers.spread(row.b(), row, window.per()),
                    ReportNumbers.change(row),
                    ReportNumbers.p(row.adjusted()),
                    ReportNumbers.p(row.mannWhitney()),
                    ReportNumbers.percent(row.detectable()),
                    ReportNumbers.percent(row.floor()),
                    FindingSentences.words(row.verdict()));
        }
        close(table);
    }

    /// Latency and throughput beside the CPU cost, run by run.
    private void joined() {
        heading("#### Latency and throughput, run by run");
        List<Row> rows =
                List.of(
                        window.figures().row(Figures.THROUGHPUT),
                        window.figures().row(Figures.P50),
                        window.figures().row(Figures.P90),
                        window.figures().row(Figures.P99),
                        window.figures().row(Figures.PROCESS_CPU));
        List<String> heads = new ArrayList<>(List.of("Run"));
        rows.forEach(row ->
                heads.add(
                        "%s, %s"
                                .formatted(
                                        row.name(), ReportNumbers.unit(row.unit(), window.per()))));
        heads.add("Doubtful");
        open("runs");
        MarkdownTable table = new MarkdownTable(1, heads.toArray(String[]::new));
        for (int side = 0; side < 2; side++) {
            List<String> runs = window.runs().get(side);
            for (int i = 0; i < runs.size(); i++) {
                List<String> cells = new ArrayList<>(List.of(runs.get(i)));
                for (Row row : rows) {
                    Side of = side == 0 ? row.a() : row.b();
                    cells.add(ReportNumbers.bare(of.values().get(i), row.unit()));
                }
                cells.add(isDoubtful(runs.get(i)) ? "yes" : "");
                table.row(cells);
            }
        }
        close(table);
    }

    /// The elapsed time of requests and of the work behind them.
    private void spans() {
        if (window.spans().isEmpty()) {
            return;
        }
        heading("#### Spans");
        text.append(
                "Spans are pieces of work that the service timed itself. The table shows their rate and their duration: mean of the runs ± standard deviation between runs. They are not tested.\n\n");
        open("spans");
        MarkdownTable table =
                new MarkdownTable(
                        1,
                        "Span",
                        "A/s",
                        "B/s",
                        "p50 A, ms",
                        "p50 B, ms",
                        "p50 change",
                        "p99 A, ms",
                        "p99 B, ms",
                        "p99 change");
        for (SpanComparison span : window.spans()) {
            table.row(
                    MarkdownTable.code(span.tag()),
                    ReportNumbers.bareSpread(span.perSecond().a(), span.perSecond()),
                    ReportNumbers.bareSpread(span.perSecond().b(), span.perSecond()),
                    ReportNumbers.bareSpread(span.p50().a(), span.p50()),
                    ReportNumbers.bareSpread(span.p50().b(), span.p50()),
                    ReportNumbers.signed(span.p50().relative()),
                    ReportNumbers.bareSpread(span.p99().a(), span.p99()),
                    ReportNumbers.bareSpread(span.p99().b(), span.p99()),
                    ReportNumbers.signed(span.p99().relative()));
        }
        close(table);
    }

    private boolean isDoubtful(String run) {
        return window.comparability().doubtful().stream().anyMatch(d -> d.run().equals(run));
    }
}
