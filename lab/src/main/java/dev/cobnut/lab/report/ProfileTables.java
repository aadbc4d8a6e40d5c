package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.compare.Table;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The tables of the profiles of one window.
///
/// @param text the text of the page; the tables are appended to it
record ProfileTables(
        Comparison comparison, WindowComparison window, DetailTables page, StringBuilder text) {

    void event(EventComparison event) {
        String name = Captions.eventName(event.event());
        text.append("#### %s\n\n".formatted(capital(name)));
        text.append(
                "%s, %s; %s and %s samples%s.\n\n"
                        .formatted(
                                event.engine(),
                                new Captions(comparison, window, event).interval(),
                                ReportNumbers.count(event.samples().getFirst()),
                                ReportNumbers.count(event.samples().getLast()),
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
                "Code that only one variant has, as one row: its cost in B minus its cost in A",
                "Code",
                event.net(),
                false);
        if (event.appeared().rows().isEmpty()) {
            text.append("No part of that code is large enough to matter.\n\n");
            return;
        }
        text.append(
                "**Parts of that code, by the outermost frame that only one variant has; not tested**\n\n");
        page.open(event.appeared().id());
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
                    ReportNumbers.count(row.a().samples()),
                    ReportNumbers.count(row.b().samples()),
                    share(row.a()),
                    share(row.b()),
                    ReportNumbers.spread(row.a(), row, window.per()),
                    ReportNumbers.spread(row.b(), row, window.per()),
                    ReportNumbers.change(row));
        }
        page.close(table);
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
                        .formatted(ReportNumbers.percent(a), ReportNumbers.percent(b));
    }

    private void parts(String caption, String what, Table of, boolean code) {
        text.append("**").append(caption).append("**\n\n");
        page.open(of.id());
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
                        "Detectable",
                        "Floor",
                        "Verdict");
        for (Row row : of.rows()) {
            table.row(
                    code ? MarkdownTable.code(row.name()) : row.name(),
                    share(row.a()),
                    share(row.b()),
                    ReportNumbers.spread(row.a(), row, window.per()),
                    ReportNumbers.spread(row.b(), row, window.per()),
                    ReportNumbers.perSecond(row.a().perSecond(), row.unit()),
                    ReportNumbers.perSecond(row.b().perSecond(), row.unit()),
                    ReportNumbers.signed(row.relative()),
                    ReportNumbers.change(row),
                    ReportNumbers.p(row.adjusted()),
                    ReportNumbers.p(row.mannWhitney()),
                    ReportNumbers.percent(row.detectable()),
                    ReportNumbers.percent(row.floor()),
                    FindingSentences.words(row.verdict()));
        }
        page.close(table);
    }

    /// The share with its binomial error.
    private static String share(Side side) {
        return "%s ± %s"
                .formatted(
                        ReportNumbers.percent(side.share()),
                        ReportNumbers.percent(side.samplingError()).replace(" %", ""));
    }

    private void leaves(EventComparison event) {
        text.append(
                "**Allocation of %s, by class**\n\n"
                        .formatted(SubsystemNames.noun(comparison.hotspot())));
        page.open(event.hotspotLeaves().id());
        Row hotspot = FindingSentences.hotspot(comparison, event);
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
                    ReportNumbers.count(row.a().samples()),
                    ReportNumbers.count(row.b().samples()),
                    ReportNumbers.percent(part(row.a(), hotspot.a())),
                    ReportNumbers.percent(part(row.b(), hotspot.b())),
                    ReportNumbers.spread(row.a(), row, window.per()),
                    ReportNumbers.spread(row.b(), row, window.per()),
                    ReportNumbers.signed(row.relative()));
        }
        page.close(table);
    }

    private static @Nullable Double part(Side part, Side whole) {
        double of = Objects.requireNonNullElse(whole.mean(), 0.0);
        return part.mean() == null || of == 0 ? null : part.mean() / of;
    }

    static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }
}
