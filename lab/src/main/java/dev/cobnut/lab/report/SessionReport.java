package dev.cobnut.lab.report;

import static dev.cobnut.lab.stacks.ProfileEvent.ALLOC;
import static dev.cobnut.lab.stacks.ProfileEvent.CPU;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.template.Templates;
import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
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
        return report.filled(
                Map.of(
                        "gate", "",
                        "question", author.question(),
                        "unseen", report.unseen(resampled),
                        "compared", report.compared(plan),
                        "observations", author.observations().orElse(""),
                        "recommendation", author.recommendation().orElse("")));
    }

    /// The result of the gate in Markdown, for example as a comment on a pull request.
    static String comment(Comparison comparison) {
        SessionReport report = new SessionReport(comparison);
        String threshold = ReportNumbers.percent(comparison.rules().regressed());
        return report.filled(
                Map.of(
                        "gate",
                        !report.decision.comparable()
                                ? "The gate cannot judge this session: it is not comparable."
                                : report.decision.fails()
                                        ? "The gate FAILS: regressed by %s or more."
                                                .formatted(threshold)
                                        : "The gate passes: nothing tested regressed by %s or more."
                                                .formatted(threshold)));
    }

    private String filled(Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(more);
        values.put("page", this);
        values.put("comparison", comparison);
        values.put("main", main);
        values.put("decision", decision.sentence());
        values.put("numbers", ReportNumbers.OF_TEMPLATES);
        return Templates.fill(SessionReport.class, "report.md", values).stripTrailing() + "\n";
    }

    public List<List<String>> rows() {
        return Measure.of(comparison, main).stream()
                .map(measure -> {
                    Row row = measure.row();
                    return List.of(
                            measure.label(),
                            ReportNumbers.value(row.a().mean(), row.unit(), main.per()),
                            ReportNumbers.value(row.b().mean(), row.unit(), main.per()),
                            measure.signed(),
                            row.p() == null
                                    ? ReportNumbers.NONE
                                    : ReportNumbers.interval(measure.interval()),
                            measure.words());
                })
                .toList();
    }

    /// "566 µs/request of CPU, 60.4 KiB/request of allocation": what the percentages of A are of;
    /// empty without a profile.
    public String wholes() {
        return main.events().stream()
                .filter(event -> event.event() == CPU || event.event() == ALLOC)
                .map(event ->
                        ReportNumbers.value(
                                        event.total().a().mean(), event.total().unit(), main.per())
                                + " of "
                                + Captions.eventName(event.event()))
                .collect(Collectors.joining(", "));
    }

    /// The rows without a verdict although their interval excludes 0, by what they miss.
    public Map<String, String> overruled() {
        return named(m -> m.overruled(comparison));
    }

    public List<String> others() {
        return comparison.windows().stream()
                .filter(window -> !window.equals(main))
                .map(window -> "Window %s: %s".formatted(window.name(), inOneSentence(window)))
                .toList();
    }

    public String elapsed() {
        return ElapsedParts.sentence(main).orElse("");
    }

    /// The labels of the table's rows by a word about them, in the order of the rows.
    private Map<String, String> named(Function<Measure, Optional<String>> word) {
        Map<String, String> named = new LinkedHashMap<>();
        Measure.of(comparison, main)
                .forEach(measure ->
                        word.apply(measure)
                                .ifPresent(of ->
                                        named.merge(
                                                of,
                                                measure.label(),
                                                (one, other) -> one + ", " + other)));
        return named;
    }

    private String inOneSentence(WindowComparison window) {
        if (SessionDecision.refusals(window).findAny().isPresent()) {
            return "not comparable.";
        }
        return decision.findings().stream()
                .filter(m -> m.window().equals(window) && m.role() == Measure.Role.DECIDES)
                .map(m -> m.brief() + ".")
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

    /// The picture of the strongest verdict, or of the first event when there is none.
    public List<Map<String, String>> pictures() {
        return Stream.concat(
                        decision.findings().stream().flatMap(this::captions),
                        comparison.windows().stream().flatMap(this::captions))
                .limit(1)
                .map(of ->
                        Map.of(
                                "file", of.fileName(),
                                "event", Captions.eventName(of.event().event()),
                                "badge", of.badge().line(),
                                "per", ReportNumbers.operation(of.window().per())))
                .toList();
    }

    private Stream<Captions> captions(Measure finding) {
        return captions(finding.window())
                .filter(captions -> captions.event().event() == finding.event());
    }

    private Stream<Captions> captions(WindowComparison window) {
        return window.events().stream().map(event -> new Captions(comparison, window, event));
    }

    public List<String> findings() {
        return decision.findings().stream()
                .limit(FINDINGS_MAX)
                .map(m ->
                        "%s: %s."
                                .formatted(
                                        SessionDecision.capital(
                                                m.sentence(!m.window().equals(main))),
                                        m.words()))
                .toList();
    }

    private List<String> unseen(@Nullable Resampled resampled) {
        List<String> unseen = new ArrayList<>();
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
        unseen.add(
                "A change is found in 80 of 100 such sessions when it is as large as: %s."
                        .formatted(limits));
        named(m -> m.open(comparison.rules()))
                .forEach((why, rows) -> unseen.add("%s: %s.".formatted(why, rows)));
        String others =
                comparison.windows().stream()
                        .flatMap(window -> window.tables().stream())
                        .flatMap(table -> table.rows().stream())
                        .filter(row -> row.verdict() == null || !row.verdict().isFinding())
                        .collect(
                                Collectors.groupingBy(
                                        row ->
                                                row.verdict() == null
                                                        ? "untested"
                                                        : row.verdict().words(),
                                        TreeMap::new,
                                        Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(of -> "%d %s".formatted(of.getValue(), of.getKey()))
                        .collect(Collectors.joining(", "));
        unseen.add(
                "All rows of all windows without a change, by name in the details: %s."
                        .formatted(others));
        for (WindowComparison window : comparison.windows()) {
            List<String> notes =
                    SessionDecision.refusals(window)
                            .filter(sentence -> !decision.says(sentence))
                            .collect(Collectors.toList());
            notes.addAll(window.comparability().cautions());
            List<String> doubtful =
                    window.comparability().doubtful().stream().map(run -> run.run()).toList();
            if (!doubtful.isEmpty()) {
                notes.add(
                        "Doubtful, but counted: %s (reasons in the details)."
                                .formatted(String.join(", ", doubtful)));
            }
            if (!notes.isEmpty()) {
                unseen.add("Window %s: %s".formatted(window.name(), String.join(" ", notes)));
            }
        }
        if (resampled != null) {
            unseen.add(
                    "Resampled from the same runs: %d comparisons, of which %d have a verdict of change and %d a regression."
                            .formatted(
                                    resampled.drawn().size(),
                                    resampled.withFindings(),
                                    resampled.withRegressions()));
        }
        return unseen;
    }

    private List<List<String>> compared(SessionPlan plan) {
        Variant a = comparison.variants().getFirst();
        Variant b = comparison.variants().getLast();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("variant", a.title(), b.title()));
        plan.changes().forEach(of -> rows.add(List.of(of.what(), of.before(), of.after())));
        rows.add(List.of("commit", codes(a.commits()), codes(b.commits())));
        differing(rows, "JVM flags", a.jvmFlags(), b.jvmFlags());
        differing(rows, "arguments", a.arguments(), b.arguments());
        differing(rows, "plug-ins", a.plugins(), b.plugins());
        rows.add(List.of("runs", "" + a.runs().size(), "" + b.runs().size()));
        return rows.stream().map(row -> row.stream().map(SessionReport::cell).toList()).toList();
    }

    /// Foreign text, escaped for a cell of a table in Markdown.
    static String cell(String text) {
        return text.replace("|", "\\|").replaceAll("\\s*\\R\\s*", " ").strip();
    }

    public String limits(Run.Limits limits) {
        return "%s processors and %d MiB"
                .formatted(
                        new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                                .format(limits.cpus()),
                        limits.memoryBytes() / MIB);
    }

    /// A row with what only one variant has; no row when both have the same.
    private static void differing(
            List<List<String>> rows, String what, List<String> a, List<String> b) {
        if (!a.equals(b)) {
            rows.add(List.of("only here: " + what, codes(without(a, b)), codes(without(b, a))));
        }
    }

    private static List<String> without(List<String> all, List<String> others) {
        return all.stream().filter(part -> !others.contains(part)).toList();
    }

    private static String codes(List<String> parts) {
        return parts.isEmpty()
                ? ReportNumbers.NONE
                : String.join(
                        " ",
                        parts.stream()
                                .map(part -> "`%s`".formatted(part.replace("`", "'")))
                                .toList());
    }
}
