package dev.cobnut.loadtests.report;

import dev.cobnut.loadtests.compare.Comparison;
import dev.cobnut.loadtests.compare.Comparison.EventComparison;
import dev.cobnut.loadtests.compare.Comparison.SpanComparison;
import dev.cobnut.loadtests.compare.Comparison.WindowComparison;
import dev.cobnut.loadtests.compare.Figures;
import dev.cobnut.loadtests.compare.Row;
import dev.cobnut.loadtests.compare.Row.Side;
import dev.cobnut.loadtests.compare.Table;
import dev.cobnut.loadtests.stacks.ProfileEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The tables of one window. A comment before each says which table of `comparison.json` it shows.
final class DetailTables {

    static final String LEGEND =
            """
            *A*, *B*: mean of the runs ± standard deviation between them. *Change*: of the means, with the 95 % interval over runs; of parts *Of the whole* is the change as a fraction of all of A's cost, which is what their verdict goes by. *p*: adjusted for all rows of all tables; *rank p*: exact Mann–Whitney, uncorrected. *Seen*: the change that four of five such sessions would see. *Floor*: what the session's runs show against themselves. A verdict of – is a row that only describes, a part too small to matter on either side, or code that only one variant has: that is tested as one.\
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
        text.append("Costs are per ").append(Numbers.operation(window.per())).append(".\n\n");
        figures();
        joined();
        spans();
        window.events().forEach(this::event);
        return text.toString();
    }

    private void heading(String heading) {
        text.append(heading).append("\n\n");
    }

    private void open(Table table) {
        text.append("<!-- %s %s -->\n\n".formatted(window.name(), table.id()));
    }

    private void close(MarkdownTable table) {
        text.append(table.text()).append('\n');
    }

    private void figures() {
        heading("#### Figures");
        open(window.figures());
        MarkdownTable table =
                new MarkdownTable(
                        1, "Figure", "A", "B", "Change", "p", "rank p", "Seen", "Floor", "Verdict");
        for (Row row : window.figures().rows()) {
            table.row(
                    row.name(),
                    spread(row.a(), row),
                    spread(row.b(), row),
                    change(row),
                    Numbers.p(row.adjusted()),
                    Numbers.p(row.mannWhitney()),
                    Numbers.percent(row.detectable()),
                    Numbers.percent(row.floor()),
                    Words.words(row.verdict()));
        }
        close(table);
    }

    private String spread(Side side, Row row) {
        return withDeviation(Numbers.value(side.mean(), row.unit(), window.per()), side, row);
    }

    private static String withDeviation(String mean, Side side, Row row) {
        return side.deviation() == null
                ? mean
                : "%s ± %s".formatted(mean, Numbers.bare(side.deviation(), row.unit()));
    }

    private static String change(Row row) {
        String change = Numbers.signed(row.change());
        return row.p() == null ? change : change + " " + Numbers.interval(row.interval());
    }

    /// What the clients saw beside what it cost, run by run.
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
                heads.add("%s, %s".formatted(row.name(), Numbers.unit(row.unit(), window.per()))));
        heads.add("Doubtful");
        text.append("<!-- %s runs -->\n\n".formatted(window.name()));
        MarkdownTable table = new MarkdownTable(1, heads.toArray(String[]::new));
        for (int side = 0; side < 2; side++) {
            List<String> runs = window.runs().get(side);
            for (int i = 0; i < runs.size(); i++) {
                List<String> cells = new ArrayList<>(List.of(runs.get(i)));
                for (Row row : rows) {
                    Side of = side == 0 ? row.a() : row.b();
                    cells.add(Numbers.bare(of.values().get(i), row.unit()));
                }
                cells.add(isDoubtful(runs.get(i)) ? "yes" : "");
                table.row(cells);
            }
        }
        close(table);
    }

    /// Where the elapsed time of requests and of the work behind them went.
    private void spans() {
        if (window.spans().isEmpty()) {
            return;
        }
        heading("#### Spans");
        text.append(
                "Pieces of work that the service timed itself: how many, and how long they took; mean of the runs ± standard deviation between them, described, not tested.\n\n");
        text.append("<!-- %s spans -->\n\n".formatted(window.name()));
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
                    bareSpread(span.perSecond().a(), span.perSecond()),
                    bareSpread(span.perSecond().b(), span.perSecond()),
                    bareSpread(span.p50().a(), span.p50()),
                    bareSpread(span.p50().b(), span.p50()),
                    Numbers.signed(span.p50().relative()),
                    bareSpread(span.p99().a(), span.p99()),
                    bareSpread(span.p99().b(), span.p99()),
                    Numbers.signed(span.p99().relative()));
        }
        close(table);
    }

    private static String bareSpread(Side side, Row row) {
        return withDeviation(Numbers.bare(side.mean(), row.unit()), side, row);
    }

    private boolean isDoubtful(String run) {
        return window.comparability().doubtful().stream().anyMatch(d -> d.run().equals(run));
    }

    private void event(EventComparison event) {
        String name = Captions.eventName(event.event());
        heading("#### %s".formatted(capital(name)));
        text.append(
                "%s, %s; %s and %s samples%s.\n\n"
                        .formatted(
                                event.engine(),
                                new Captions(comparison, window, event).interval(),
                                Numbers.count(event.samples().getFirst()),
                                Numbers.count(event.samples().getLast()),
                                coverage(event)));
        parts(
                "%s by subsystem, exclusive: each stack counts once, the shares sum to 100 %%"
                        .formatted(capital(name)),
                "Subsystem",
                event.exclusive(),
                false);
        parts(
                "%s by subsystem, inclusive: a stack counts for each subsystem that it passes through"
                        .formatted(capital(name)),
                "Subsystem",
                event.inclusive(),
                false);
        parts(
                topSelf(event.event()),
                event.event() == ProfileEvent.ALLOC ? "Class" : "Frame",
                event.frames(),
                true);
        oneSided(event);
        if (event.event() == ProfileEvent.ALLOC) {
            leaves(event);
        }
    }

    private void oneSided(EventComparison event) {
        parts(
                "Code that only one variant has, as one: what it costs in B, less what it costs in A",
                "Code",
                event.net(),
                false);
        if (event.appeared().rows().isEmpty()) {
            text.append("No part of it is large enough to matter.\n\n");
            return;
        }
        text.append(
                "**New and vanished: its parts, by the outermost frame that only one variant has; described, not tested**\n\n");
        open(event.appeared());
        MarkdownTable table =
                new MarkdownTable(
                        1,
                        "Frame",
                        "Samples A",
                        "Samples B",
                        "Share A",
                        "Share B",
                        "A",
                        "B",
                        "Of the whole");
        for (Row row : event.appeared().rows()) {
            table.row(
                    MarkdownTable.code(row.name()),
                    Numbers.count(row.a().samples()),
                    Numbers.count(row.b().samples()),
                    share(row.a()),
                    share(row.b()),
                    spread(row.a(), row),
                    spread(row.b(), row),
                    change(row));
        }
        close(table);
    }

    private static String topSelf(ProfileEvent event) {
        return switch (event) {
            case CPU, ALLOC -> "Top self";
            case WALL, LOCK -> "Top self, without threads that wait for work";
        };
    }

    private static String coverage(EventComparison event) {
        @Nullable Double a = event.coverage().getFirst();
        @Nullable Double b = event.coverage().getLast();
        return a == null || b == null
                ? ""
                : "; they cover %s and %s of the CPU time of the process"
                        .formatted(Numbers.percent(a), Numbers.percent(b));
    }

    private void parts(String caption, String what, Table of, boolean code) {
        text.append("**").append(caption).append("**\n\n");
        open(of);
        MarkdownTable table =
                new MarkdownTable(
                        1,
                        what,
                        "Share A",
                        "Share B",
                        "A",
                        "B",
                        "A/s",
                        "B/s",
                        "Change",
                        "Of the whole",
                        "p",
                        "rank p",
                        "Seen",
                        "Floor",
                        "Verdict");
        for (Row row : of.rows()) {
            table.row(
                    code ? MarkdownTable.code(row.name()) : row.name(),
                    share(row.a()),
                    share(row.b()),
                    spread(row.a(), row),
                    spread(row.b(), row),
                    Numbers.perSecond(row.a().perSecond(), row.unit()),
                    Numbers.perSecond(row.b().perSecond(), row.unit()),
                    Numbers.signed(row.relative()),
                    change(row),
                    Numbers.p(row.adjusted()),
                    Numbers.p(row.mannWhitney()),
                    Numbers.percent(row.detectable()),
                    Numbers.percent(row.floor()),
                    Words.words(row.verdict()));
        }
        close(table);
    }

    /// With its binomial error.
    private static String share(Side side) {
        return "%s ± %s"
                .formatted(
                        Numbers.percent(side.share()),
                        Numbers.percent(side.samplingError()).replace(" %", ""));
    }

    private void leaves(EventComparison event) {
        text.append("**What %s allocates, by class**\n\n".formatted(comparison.hotspot()));
        open(event.hotspotLeaves());
        Row hotspot = Words.hotspot(comparison, event);
        MarkdownTable table =
                new MarkdownTable(
                        1,
                        "Class",
                        "Samples A",
                        "Samples B",
                        "Of " + comparison.hotspot() + " A",
                        "Of " + comparison.hotspot() + " B",
                        "A",
                        "B",
                        "Change");
        for (Row row : event.hotspotLeaves().rows()) {
            table.row(
                    MarkdownTable.code(row.name()),
                    Numbers.count(row.a().samples()),
                    Numbers.count(row.b().samples()),
                    Numbers.percent(part(row.a(), hotspot.a())),
                    Numbers.percent(part(row.b(), hotspot.b())),
                    spread(row.a(), row),
                    spread(row.b(), row),
                    Numbers.signed(row.relative()));
        }
        close(table);
    }

    private static @Nullable Double part(Side part, Side whole) {
        double of = Objects.requireNonNullElse(whole.mean(), 0.0);
        return part.mean() == null || of == 0 ? null : part.mean() / of;
    }

    static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
