package dev.cobnut.lab.report;

import static dev.cobnut.lab.stacks.ProfileEvent.ALLOC;
import static dev.cobnut.lab.stacks.ProfileEvent.CPU;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Resampled;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.template.Templates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes `report.md`: the decision, its figures, one picture, three findings, and what the session
/// could not see. Everything else is in `details.html` ([DetailsPage]).
final class SessionReport {

    private static final int FINDINGS_MAX = 3;

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
        Map<String, Object> values = new HashMap<>();
        values.put("isComment", false);
        values.put("question", author.question());
        values.put("plan", plan);
        values.put("resampled", resampled);
        values.put("compared", report.compared(plan));
        values.put("observations", author.observations().orElse(""));
        values.put("recommendation", author.recommendation().orElse(""));
        return report.filled(values);
    }

    /// The result of the gate in Markdown, for example as a comment on a pull request.
    static String comment(Comparison comparison) {
        return new SessionReport(comparison).filled(Map.of("isComment", true));
    }

    private String filled(Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(more);
        values.put("page", this);
        values.put("comparison", comparison);
        values.put("main", main);
        values.put("decision", decision.sentence());
        values.put("exitCode", decision.exitCode());
        values.put("numbers", ReportNumbers.OF_TEMPLATES);
        return Templates.fill(SessionReport.class, "report.md", values).stripTrailing() + "\n";
    }

    /// Of the main window, and what else the reason speaks of.
    private Stream<Measure> measures() {
        List<Measure> ofMain = Measures.of(comparison, main);
        return Stream.concat(
                ofMain.stream(), decision.cited().stream().filter(m -> !ofMain.contains(m)));
    }

    private String label(Measure measure) {
        return measure.window().equals(main)
                ? measure.label()
                : "%s (%s)".formatted(measure.label(), measure.window().name());
    }

    public List<List<String>> rows() {
        return measures()
                .map(measure -> {
                    Row row = measure.row();
                    return List.of(
                            label(measure),
                            ReportNumbers.value(row.a().mean(), row.unit(), measure.window().per()),
                            ReportNumbers.value(row.b().mean(), row.unit(), measure.window().per()),
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

    /// The compiler's share of the samples in A and in B; empty without a profile of CPU time.
    public List<String> compiler() {
        return main.events().stream()
                .filter(event -> event.event() == CPU)
                .flatMap(event -> event.exclusive().find("jit itself").stream())
                .flatMap(row -> Stream.of(row.a().share(), row.b().share()))
                .map(ReportNumbers::percent)
                .toList();
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

    /// The rows without a verdict by the reason.
    public Map<String, String> open() {
        return named(m -> m.open(comparison.rules()));
    }

    /// The change that is found in 80 of 100 sessions, by row.
    public Map<String, String> detectable() {
        Map<String, String> found = new LinkedHashMap<>();
        measures()
                .filter(m -> m.role() == Measure.Role.DECIDES && !m.isOneSided())
                .filter(m -> m.row().detectable() != null)
                .forEach(m -> found.put(label(m), ReportNumbers.found(m.row().detectable())));
        return found;
    }

    /// The labels of the table's rows by a word about them, in the order of the rows.
    private Map<String, String> named(Function<Measure, Optional<String>> word) {
        Map<String, String> named = new LinkedHashMap<>();
        measures()
                .forEach(m ->
                        word.apply(m)
                                .ifPresent(of ->
                                        named.merge(
                                                of, label(m), (one, other) -> one + ", " + other)));
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
                        Measures.cpu(window)
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
                        Captions.all(comparison))
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
        return Captions.all(comparison)
                .filter(of -> of.window().equals(finding.window()))
                .filter(of -> of.event().event() == finding.event());
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

    public long found() {
        return Measures.found(comparison);
    }

    /// What a reader should know about the window and the reason does not say.
    public String notes(WindowComparison window) {
        String doubtful =
                window.comparability().doubtful().stream()
                        .map(run -> run.run())
                        .collect(Collectors.joining(", "));
        return Stream.of(
                        SessionDecision.refusals(window).filter(note -> !decision.says(note)),
                        window.comparability().cautions().stream(),
                        Stream.of(
                                        "Doubtful, but counted: %s (reasons in the details)."
                                                .formatted(doubtful))
                                .filter(_ -> !doubtful.isEmpty()))
                .flatMap(notes -> notes)
                .collect(Collectors.joining(" "));
    }

    /// What the outbox did in the window, "polls of the outbox 4.72 /s, delivered 145 /s"; empty
    /// for a service without one.
    public String delivery(WindowComparison window, boolean ofA) {
        return Stream.of(Figures.POLLS, Figures.DELIVERED)
                .flatMap(name -> window.figures().find(name).stream())
                .map(row ->
                        row.name()
                                + " "
                                + ReportNumbers.value(
                                        (ofA ? row.a() : row.b()).mean(), row.unit(), window.per()))
                .collect(Collectors.joining(", "));
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
