package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The answer of a session: which variant to take, and why. It is also the result of the gate.
///
/// The decision rests on CPU time without compiler, allocation, answers, latency, lag, and code
/// that only one variant has. Other parts explain and decide nothing: code that only moved is not a
/// regression.
///
/// @param reason names the variants; without a full stop
/// @param findings worst first
record SessionDecision(
        Choice choice, String reason, boolean comparable, boolean fails, List<Measure> findings) {

    static final String WARMING_UP = "the service was still warming up";

    enum Choice {
        TAKE_B("Take B"),
        KEEP_A("Keep A"),
        TO_BE_WEIGHED("Cannot be told: keep what is in use until it is weighed"),
        CANNOT_BE_TOLD("Cannot be told: keep what is in use until it is measured"),
        /// Of a variant and itself.
        NO_ANSWER("Cannot be told");

        private final String words;

        Choice(String words) {
            this.words = words;
        }
    }

    static SessionDecision of(Comparison comparison) {
        List<Measure> findings = Measure.findings(comparison);
        List<WindowComparison> windows =
                comparison.windows().stream().filter(w -> w.comparability().comparable()).toList();
        boolean comparable = windows.size() == comparison.windows().size();
        boolean fails =
                findings.stream()
                        .anyMatch(m -> m.isLoss() && m.size() >= comparison.rules().regressed());
        Answer answer = answer(comparison, windows, findings, fails);
        return new SessionDecision(
                answer.choice, answer.reason(comparison), comparable, fails, findings);
    }

    /// @param measure whose window the words name where a reason has several; null for none
    private record Phrase(String words, @Nullable Measure measure) {

        String text(boolean named) {
            return named && measure != null
                    ? "%s (window %s)".formatted(words, measure.window().name())
                    : words;
        }
    }

    private record Answer(Choice choice, List<Phrase> phrases) {

        Answer(Choice choice, String words) {
            this(choice, List.of(new Phrase(words, null)));
        }

        /// What A and B are, the window when all of the reason is in one of several, the phrases.
        String reason(Comparison comparison) {
            String a = comparison.variants().getFirst().title();
            List<String> windows =
                    phrases.stream()
                            .map(Phrase::measure)
                            .filter(Objects::nonNull)
                            .map(measure -> measure.window().name())
                            .distinct()
                            .toList();
            String between =
                    comparison.sameVariants()
                            ? "B is the same as A (%s); ".formatted(a)
                            : "From A (%s) to B (%s)%s: "
                                    .formatted(
                                            a,
                                            comparison.variants().getLast().title(),
                                            windows.size() == 1 && comparison.windows().size() > 1
                                                    ? ", window " + windows.getFirst()
                                                    : "");
            return phrases.stream()
                    .map(phrase -> phrase.text(windows.size() > 1))
                    .collect(Collectors.joining("", between, ""));
        }
    }

    /// Why a window has no verdicts, or none but those of code that only one variant has.
    static Stream<String> refusals(WindowComparison window) {
        return Stream.of(window.comparability().refusals(), window.comparability().unsettled())
                .flatMap(List::stream);
    }

    private static String why(Comparison comparison) {
        boolean isCold =
                comparison.windows().stream().allMatch(w -> w.comparability().comparable());
        return comparison.windows().stream()
                .flatMap(SessionDecision::refusals)
                .map(SessionDecision::withinSentence)
                .map(reason -> isCold ? WARMING_UP + ": " + reason : reason)
                .findFirst()
                .orElse("no window was compared");
    }

    private static String withinSentence(String sentence) {
        return Character.toLowerCase(sentence.charAt(0))
                + sentence.substring(1, sentence.length() - 1);
    }

    /// "**Take B.** From A (…) to B (…), allocation per request fell by …".
    String sentence() {
        return "**%s.** %s.".formatted(choice.words, reason);
    }

    /// True when the reason has the sentence.
    boolean says(String sentence) {
        return reason.contains(withinSentence(sentence));
    }

    /// 0 passed, 1 regressed, 3 not comparable.
    int exitCode() {
        return !comparable ? 3 : fails ? 1 : 0;
    }

    private static Answer itself(List<WindowComparison> windows) {
        List<Row> tested =
                windows.stream()
                        .flatMap(w -> w.tables().stream())
                        .flatMap(t -> t.rows().stream())
                        .filter(row -> row.p() != null)
                        .toList();
        long wrong = tested.stream().filter(Measure::isFinding).count();
        return wrong == 0
                ? new Answer(
                        Choice.KEEP_A,
                        "none of the %d tested rows has a verdict of change"
                                .formatted(tested.size()))
                : new Answer(
                        Choice.NO_ANSWER,
                        "%d of the %d tested rows have a false verdict"
                                .formatted(wrong, tested.size()));
    }

    private static Answer answer(
            Comparison comparison,
            List<WindowComparison> windows,
            List<Measure> findings,
            boolean fails) {
        List<WindowComparison> settled =
                windows.stream().filter(w -> w.comparability().unsettled().isEmpty()).toList();
        if (settled.isEmpty() && findings.stream().noneMatch(Measure::isLoss)) {
            return new Answer(
                    comparison.sameVariants() ? Choice.NO_ANSWER : Choice.CANNOT_BE_TOLD,
                    why(comparison));
        }
        if (comparison.sameVariants()) {
            return itself(settled);
        }
        Optional<Measure> gain = findings.stream().filter(Measure::isGain).findFirst();
        Optional<Measure> worse =
                findings.stream()
                        .filter(m -> m.row().verdict() == Verdict.REGRESSED)
                        .filter(m -> m.role() != Measure.Role.MOVED)
                        .findFirst();
        Optional<Measure> open =
                settled.stream()
                        .flatMap(w -> Measure.of(comparison, w).stream())
                        .filter(m -> m.role() == Measure.Role.DECIDES && m.isCost())
                        .filter(m -> m.isOpen() && !m.isOneSided())
                        .max(Comparator.comparingDouble(SessionDecision::highest));
        List<Phrase> phrases = new ArrayList<>();
        if (gain.isPresent()) {
            Optional<Measure> feared =
                    open.filter(m -> !fails && highest(m) >= comparison.rules().regressed());
            phrases.add(new Phrase(gain.get().brief(), gain.get()));
            worse.ifPresent(m -> phrases.add(new Phrase(", but " + m.brief(), m)));
            feared.ifPresent(m ->
                    phrases.add(
                            new Phrase(
                                    ", and %s as a whole may have risen, %s"
                                            .formatted(m.label(), ReportNumbers.change(m.row())),
                                    m)));
            if (worse.isEmpty() && feared.isEmpty()) {
                phrases.add(nothing("regressed", comparison, settled, true));
            }
            return new Answer(
                    fails
                            ? Choice.TO_BE_WEIGHED
                            : feared.isPresent() ? Choice.CANNOT_BE_TOLD : Choice.TAKE_B,
                    phrases);
        }
        if (findings.stream().anyMatch(Measure::isLoss)) {
            phrases.add(new Phrase(worse.orElseThrow().brief(), worse.orElseThrow()));
            phrases.add(
                    settled.isEmpty()
                            ? new Phrase(
                                    "; the other measures are not comparable: " + why(comparison),
                                    null)
                            : nothing("improved", comparison, settled, false));
            return new Answer(Choice.KEEP_A, phrases);
        }
        findings.stream()
                .filter(m -> m.role() == Measure.Role.EXPLAINS && m.isCost())
                .findFirst()
                .ifPresent(m -> phrases.add(new Phrase(m.brief() + ", but ", m)));
        phrases.add(
                open.map(m ->
                                new Phrase(
                                        "the change of %s is not certain enough, %s"
                                                .formatted(
                                                        m.label(), ReportNumbers.change(m.row())),
                                        m))
                        .orElseGet(() ->
                                new Phrase(
                                        "no tested measure changed"
                                                + large(comparison, settled, true, false),
                                        null)));
        return new Answer(open.isPresent() ? Choice.CANNOT_BE_TOLD : Choice.KEEP_A, phrases);
    }

    private static Phrase nothing(
            String verdict, Comparison comparison, List<WindowComparison> windows, boolean worse) {
        return new Phrase(
                ", and nothing tested " + verdict + large(comparison, windows, worse), null);
    }

    /// "; not tested, but large: lag of the views p99 +109.9 %": rows that could turn the decision,
    /// had they been tested. May be empty.
    ///
    /// @param worse the directions, true for losses
    private static String large(
            Comparison comparison, List<WindowComparison> windows, Boolean... worse) {
        return windows.stream()
                .flatMap(window -> Measure.of(comparison, window).stream())
                .filter(m ->
                        Stream.of(worse).anyMatch(w -> m.isLargeUntested(comparison.rules(), w)))
                .map(m -> "%s %s".formatted(named(comparison, m), m.signed()))
                .reduce((one, other) -> one + ", " + other)
                .map(rows -> "; not tested, but large: " + rows)
                .orElse("");
    }

    /// The upper end of the interval of a cost.
    private static double highest(Measure measure) {
        Interval interval = measure.row().interval();
        return interval == null ? Double.MAX_VALUE : interval.high();
    }

    private static String named(Comparison comparison, Measure measure) {
        return comparison.windows().size() == 1
                ? measure.label()
                : "%s in the window %s".formatted(measure.label(), measure.window().name());
    }

    static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }
}
