package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes `report.md`: the decision, its figures, one picture, three findings, and what the session
/// could not see. Everything else is in `details.html` ([DetailsPage]).
final class SessionReport {

    private static final int FINDINGS_MAX = 3;
    private static final long MIB = 1 << 20;

    private final Comparison comparison;
    private final SessionDecision decision;
    private final WindowComparison main;
    private final StringBuilder text = new StringBuilder();

    private SessionReport(Comparison comparison) {
        this.comparison = comparison;
        this.decision = SessionDecision.of(comparison);
        this.main =
                decision.findings().stream()
                        .map(Measure::window)
                        .findFirst()
                        .orElse(comparison.windows().getFirst());
    }

    /// @throws IOException when an author's text has a number that is not bound to the comparison;
    ///   the message is a sentence
    static String of(Comparison comparison, SessionPlan plan, @Nullable Resampled resampled)
            throws IOException {
        AuthorText author = new AuthorText(comparison, plan);
        SessionReport report = new SessionReport(comparison);
        report.line("# %s".formatted(comparison.title()));
        report.line("%s · %s".formatted(comparison.date(), author.question()));
        report.answer();
        report.picture();
        report.findings();
        report.unseen(resampled);
        report.compared(plan);
        author.observations().ifPresent(words -> report.line("## Observations\n\n" + words));
        author.recommendation().ifPresent(words -> report.line("## Recommendation\n\n" + words));
        report.line(
                "All tables: [details.html](details.html) · [pictures and pages](%s) · every number: [comparison.json](comparison.json)"
                        .formatted(report.path("README.md")));
        return report.text.toString().stripTrailing() + "\n";
    }

    /// The result of the gate in Markdown, for example as a comment on a pull request.
    static String comment(Comparison comparison) {
        SessionReport report = new SessionReport(comparison);
        report.line("### %s".formatted(comparison.title()));
        report.answer();
        report.findings();
        String threshold = ReportNumbers.percent(comparison.rules().regressed());
        report.line(
                !report.decision.comparable()
                        ? "The gate cannot judge this session: it is not comparable."
                        : report.decision.fails()
                                ? "The gate FAILS: regressed by %s or more.".formatted(threshold)
                                : "The gate passes: nothing regressed by %s or more."
                                        .formatted(threshold));
        return report.text.toString().stripTrailing() + "\n";
    }

    private void line(String paragraph) {
        text.append(paragraph).append("\n\n");
    }

    private void answer() {
        line(decision.sentence());
        MarkdownTable table =
                new MarkdownTable(
                        1,
                        "%s, %s"
                                .formatted(
                                        main.name(), ReportNumbers.rate(main.plannedPerSecond())),
                        "A",
                        "B",
                        "change",
                        "95 % interval",
                        "verdict");
        for (Measure measure : Measure.of(comparison, main)) {
            Row row = measure.row();
            table.row(
                    measure.label(),
                    ReportNumbers.value(row.a().mean(), row.unit(), main.per()),
                    ReportNumbers.value(row.b().mean(), row.unit(), main.per()),
                    measure.signed(),
                    row.p() == null
                            ? ReportNumbers.NONE
                            : ReportNumbers.interval(measure.interval()),
                    measure.words());
        }
        line(table.text().stripTrailing());
        comparison.windows().stream()
                .filter(window -> !window.equals(main))
                .forEach(window -> item(window.name() + ": " + inOneSentence(window)));
        text.append(comparison.windows().size() > 1 ? "\n" : "");
        ElapsedParts.sentence(main).ifPresent(this::line);
    }

    private String inOneSentence(WindowComparison window) {
        String refusals = String.join(" ", SessionDecision.refusals(window).toList());
        if (!refusals.isEmpty()) {
            return "not comparable. " + refusals;
        }
        return decision.findings().stream()
                .filter(m -> m.window().equals(window) && m.role() == Measure.Role.DECIDES)
                .map(m -> m.sentence(false) + ".")
                .findFirst()
                .orElseGet(() ->
                        Measure.cpu(window)
                                .map(row ->
                                        "no verdict of change; CPU %s, %s."
                                                .formatted(
                                                        ReportNumbers.change(row),
                                                        Measure.words(row)))
                                .orElse("no verdict of change."));
    }

    private void item(String sentence) {
        text.append("- ").append(sentence).append('\n');
    }

    /// The picture of the strongest verdict, or of the first event when there is none.
    private void picture() {
        Optional<Captions> captions =
                Stream.concat(
                                decision.findings().stream().flatMap(this::captions),
                                comparison.windows().stream().flatMap(this::captions))
                        .findFirst();
        captions.ifPresent(of ->
                line(
                        "[![%2$s: %3$s](%1$s-diff.png)](%1$s-comparison.png)\n\nCost per %4$s in B, %2$s; the colour is the change from A. Badge: %3$s. [The page](%1$s.html) shows every frame."
                                .formatted(
                                        path(of.fileName()),
                                        Captions.eventName(of.event().event()),
                                        of.badge().line(),
                                        ReportNumbers.operation(of.window().per()))));
    }

    private Stream<Captions> captions(Measure finding) {
        return captions(finding.window())
                .filter(captions -> captions.event().event() == finding.event());
    }

    private Stream<Captions> captions(WindowComparison window) {
        return window.events().stream().map(event -> new Captions(comparison, window, event));
    }

    private String path(String file) {
        return "../../../flamegraphs/%s/%s".formatted(comparison.session(), file);
    }

    private void findings() {
        line("## Findings, worst first");
        List<Measure> shown = decision.findings().stream().limit(FINDINGS_MAX).toList();
        int number = 1;
        for (Measure finding : shown) {
            String words = SessionDecision.capital(SessionDecision.in(comparison, finding));
            text.append("%d. %s: %s.\n".formatted(number++, words, finding.words()));
        }
        if (shown.isEmpty()) {
            text.append("None: no row has a verdict of change.\n");
        }
        text.append('\n');
    }

    private void unseen(@Nullable Resampled resampled) {
        line("## What could not be seen");
        String limits =
                Measure.of(comparison, main).stream()
                        .filter(m -> m.role() == Measure.Role.DECIDES && !m.isOneSided())
                        .filter(m -> m.row().detectable() != null)
                        .map(m ->
                                "%s %s"
                                        .formatted(
                                                m.label(),
                                                ReportNumbers.found(m.row().detectable())))
                        .reduce((a, b) -> a + ", " + b)
                        .orElse("not known");
        item(
                "A change is found in 80 of 100 such sessions when it is as large as: %s."
                        .formatted(limits));
        List<String> open =
                Measure.of(comparison, main).stream()
                        .filter(m -> m.role() == Measure.Role.DECIDES && m.isOpen())
                        .filter(m -> !m.isOneSided())
                        .map(Measure::label)
                        .toList();
        if (!open.isEmpty()) {
            item("Whether these changed is open: %s.".formatted(String.join(", ", open)));
        }
        for (WindowComparison window : comparison.windows()) {
            List<String> notes = new ArrayList<>(SessionDecision.refusals(window).toList());
            notes.addAll(window.comparability().cautions());
            List<String> doubtful =
                    window.comparability().doubtful().stream().map(run -> run.run()).toList();
            if (!doubtful.isEmpty()) {
                notes.add(
                        "Doubtful, but counted: %s (reasons in the details)."
                                .formatted(String.join(", ", doubtful)));
            }
            if (!notes.isEmpty()) {
                item("%s: %s".formatted(window.name(), String.join(" ", notes)));
            }
        }
        if (resampled != null) {
            item(
                    "Resampled from the same runs: %d comparisons, of which %d have a verdict of change and %d a regression."
                            .formatted(
                                    resampled.drawn().size(),
                                    resampled.withFindings(),
                                    resampled.withRegressions()));
        }
        text.append('\n');
    }

    private void compared(SessionPlan plan) {
        line("## What was compared");
        MarkdownTable table = new MarkdownTable(3, "", "A", "B");
        Variant a = comparison.variants().getFirst();
        Variant b = comparison.variants().getLast();
        table.row("variant", MarkdownTable.cell(a.title()), MarkdownTable.cell(b.title()));
        plan.changes()
                .forEach(change ->
                        table.row(
                                MarkdownTable.cell(change.what()),
                                MarkdownTable.cell(change.before()),
                                MarkdownTable.cell(change.after())));
        table.row("commit", codes(a.commits()), codes(b.commits()));
        differing(table, "JVM flags", a.jvmFlags(), b.jvmFlags());
        differing(table, "arguments", a.arguments(), b.arguments());
        differing(table, "plug-ins", a.plugins(), b.plugins());
        table.row("runs", "%d".formatted(a.runs().size()), "%d".formatted(b.runs().size()));
        line(table.text().stripTrailing());
        line(
                "%s, %d cores, kernel %s, JDK %s."
                        .formatted(
                                comparison.host().processor(),
                                comparison.host().cores(),
                                comparison.host().kernel(),
                                comparison.host().jdk()));
        containers(comparison.host().containers());
    }

    private void containers(Run.@Nullable Containers containers) {
        if (containers != null) {
            line(
                    "Measured in containers: the service with %s, the load with %s."
                            .formatted(limits(containers.service()), limits(containers.load())));
        }
    }

    private static String limits(Run.Limits limits) {
        return "%s processors and %d MiB"
                .formatted(
                        new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                                .format(limits.cpus()),
                        limits.memoryBytes() / MIB);
    }

    /// A row with what only one variant has; no row when both have the same.
    private static void differing(
            MarkdownTable table, String what, List<String> a, List<String> b) {
        if (!a.equals(b)) {
            table.row("only here: " + what, codes(without(a, b)), codes(without(b, a)));
        }
    }

    private static List<String> without(List<String> all, List<String> others) {
        return all.stream().filter(part -> !others.contains(part)).toList();
    }

    private static String codes(List<String> parts) {
        return parts.isEmpty()
                ? ReportNumbers.NONE
                : String.join(" ", parts.stream().map(MarkdownTable::code).toList());
    }
}
