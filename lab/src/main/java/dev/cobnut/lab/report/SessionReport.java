package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.plan.SessionPlan;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes `report.md` from the comparison, the texts of the plan, and the resampled comparisons.
final class SessionReport {

    private final Comparison comparison;
    private final SessionPlan plan;
    private final @Nullable Resampled resampled;
    private final StringBuilder text = new StringBuilder();

    private SessionReport(Comparison comparison, SessionPlan plan, @Nullable Resampled resampled) {
        this.comparison = comparison;
        this.plan = plan;
        this.resampled = resampled;
    }

    static String of(Comparison comparison, SessionPlan plan, @Nullable Resampled resampled) {
        SessionReport report = new SessionReport(comparison, plan, resampled);
        report.head();
        report.changes();
        report.sides();
        report.pictures();
        report.details();
        report.remarks();
        return report.text.toString().stripTrailing() + "\n";
    }

    private void line(String paragraph) {
        text.append(paragraph).append("\n\n");
    }

    private void table(MarkdownTable table) {
        text.append(table.text()).append('\n');
    }

    private void head() {
        line("# %s".formatted(comparison.title()));
        line("**Date:** %s · **Session:** `%s`".formatted(comparison.date(), comparison.session()));
        line("**Question:** %s".formatted(comparison.question()));
        line("## Summary");
        for (String sentence : FindingSentences.summary(comparison)) {
            line(sentence);
        }
    }

    private void changes() {
        line("## Changes");
        if (plan.changes().isEmpty()) {
            line("The plan names no changes.");
        } else {
            MarkdownTable table = new MarkdownTable(3, "Change", "Before (A)", "After (B)");
            plan.changes()
                    .forEach(change ->
                            table.row(
                                    MarkdownTable.cell(change.what()),
                                    MarkdownTable.cell(change.before()),
                                    MarkdownTable.cell(change.after())));
            table(table);
        }
        MarkdownTable variants =
                new MarkdownTable(6, "Variant", "What", "Commit", "JVM", "Arguments", "Plug-ins");
        for (Variant variant : comparison.variants()) {
            variants.row(
                    variant.id(),
                    MarkdownTable.cell(variant.title()),
                    codes(variant.commits()),
                    codes(variant.jvmFlags()),
                    codes(variant.arguments()),
                    codes(variant.plugins()));
        }
        table(variants);
        line(
                "Host: %s, %d cores, kernel %s, JDK %s."
                        .formatted(
                                comparison.host().processor(),
                                comparison.host().cores(),
                                comparison.host().kernel(),
                                comparison.host().jdk()));
    }

    private static String codes(List<String> parts) {
        return parts.isEmpty()
                ? ReportNumbers.NONE
                : String.join(" ", parts.stream().map(MarkdownTable::code).toList());
    }

    private void sides() {
        for (int side = 0; side < 2; side++) {
            Variant variant = comparison.variants().get(side);
            line(
                    "## %s (%s: %s)"
                            .formatted(
                                    side == 0 ? "Before" : "After", variant.id(), variant.title()));
            for (WindowComparison window : comparison.windows()) {
                side(window, side);
            }
        }
    }

    private void side(WindowComparison window, int index) {
        line(
                "### %s at %s requests/s"
                        .formatted(window.name(), ReportNumbers.number(window.plannedPerSecond())));
        MarkdownTable table = new MarkdownTable(1, "Metric", "Value");
        for (Row row : window.figures().rows()) {
            Side side = index == 0 ? row.a() : row.b();
            table.row(row.name(), ReportNumbers.value(side.mean(), row.unit(), window.per()));
        }
        for (EventComparison event : window.events()) {
            String name = Captions.eventName(event.event());
            Row hotspot = FindingSentences.hotspot(comparison, event);
            Side side = index == 0 ? hotspot.a() : hotspot.b();
            table.row(name + ": samples", ReportNumbers.count(event.samples().get(index)));
            table.row(
                    "%s: %s, inclusive".formatted(name, hotspot.name()),
                    "%s, %s"
                            .formatted(
                                    ReportNumbers.percent(side.share()),
                                    ReportNumbers.value(
                                            side.mean(), hotspot.unit(), window.per())));
            topFrame(event, index)
                    .ifPresent(row ->
                            table.row(
                                    name + ": top self",
                                    "%s %s"
                                            .formatted(
                                                    MarkdownTable.code(row.name()),
                                                    ReportNumbers.percent(
                                                            of(row, index).share()))));
        }
        table(table);
    }

    private static Side of(Row row, int index) {
        return index == 0 ? row.a() : row.b();
    }

    private static Optional<Row> topFrame(EventComparison event, int index) {
        return event.frames().rows().stream()
                .max(
                        Comparator.comparingDouble(
                                row -> Objects.requireNonNullElse(of(row, index).share(), 0.0)));
    }

    private void pictures() {
        line("## Flame graphs");
        if (comparison.windows().stream().allMatch(w -> w.events().isEmpty())) {
            line("No event was profiled in both variants.");
            return;
        }
        line(
                "Red boxes mark the outermost frames of *%s*. Both graphs of a picture use the same scale: the width of a graph is its cost per operation."
                        .formatted(comparison.hotspot()));
        MarkdownTable files =
                new MarkdownTable(
                        5,
                        "Window",
                        "Event",
                        "Pictures",
                        "Page",
                        "Stacks",
                        "Samples A",
                        "Samples B");
        for (WindowComparison window : comparison.windows()) {
            for (EventComparison event : window.events()) {
                Captions captions = new Captions(comparison, window, event);
                picture(captions);
                files.row(
                        window.name(),
                        event.event().id(),
                        captions.links(path(captions.fileName())),
                        "[page](%s.html)".formatted(path(captions.fileName())),
                        "[stacks](%s.stacks.gz)".formatted(path("stacks/" + captions.fileName())),
                        ReportNumbers.count(event.samples().getFirst()),
                        ReportNumbers.count(event.samples().getLast()));
            }
        }
        line("### Index of pictures and interactive pages");
        table(files);
    }

    private void picture(Captions captions) {
        line(
                "### %s, %s"
                        .formatted(
                                captions.window().name(),
                                Captions.eventName(captions.event().event())));
        line(
                "![%s, before and after](%s-comparison.png)"
                        .formatted(
                                Captions.eventName(captions.event().event()),
                                path(captions.fileName())));
        for (int side = 0; side < 2; side++) {
            line(
                    "%s: %s"
                            .formatted(
                                    side == 0 ? "Left, before" : "Right, after",
                                    String.join("; ", captions.sideCaptions(side)) + "."));
        }
        line("Badge: %s.".formatted(captions.badge().line()));
    }

    private String path(String file) {
        return "../../../flamegraphs/%s/%s".formatted(comparison.session(), file);
    }

    private void details() {
        line("## Detailed results");
        line(DetailTables.LEGEND);
        for (WindowComparison window : comparison.windows()) {
            text.append(new DetailTables(comparison, window).text());
        }
        text.append(NoiseSection.of(comparison, resampled));
    }

    private void remarks() {
        line("## Observations");
        line("Computed from the numbers:");
        int number = 1;
        for (String sentence : Observations.of(comparison)) {
            text.append(number++).append(". ").append(sentence).append('\n');
        }
        text.append('\n');
        line("By the author:");
        line(
                plan.observations() == null
                        ? "*None. Write them under `observations` in session.yaml.*"
                        : plan.observations().strip());
        line("## Recommendation");
        line(
                plan.recommendation() == null
                        ? Observations.recommendation(comparison)
                        : plan.recommendation().strip());
    }
}
