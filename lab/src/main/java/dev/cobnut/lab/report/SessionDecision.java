package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
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
/// @param phrases the reason, in parts that follow one another; without a full stop
/// @param findings worst first
record SessionDecision(
        Comparison comparison, Choice choice, List<Phrase> phrases, List<Measure> findings) {

    static final String WARMING_UP = "the service was still warming up";

    private static final String UNTIL = "Cannot be told: keep %s until it is ";

    enum Choice {
        TAKE_B("Take B"),
        KEEP_A("Keep A"),
        TO_BE_WEIGHED(UNTIL + "weighed"),
        CANNOT_BE_TOLD(UNTIL + "measured"),
        NO_DIFFERENCE("A and B are one build: no difference found"),
        NO_ANSWER("A and B are one build: cannot be told");

        private final String words;

        Choice(String words) {
            this.words = words;
        }
    }

    /// @param measure what the words are about; null when they are about no row
    record Phrase(String words, @Nullable Measure measure) {

        Phrase(String words) {
            this(words, null);
        }

        String text(boolean named) {
            return named && measure != null
                    ? "%s (window %s)".formatted(words, measure.window().name())
                    : words;
        }
    }

    static SessionDecision of(Comparison comparison) {
        List<Measure> findings = Measures.findings(comparison);
        List<WindowComparison> settled =
                comparison.windows().stream().filter(w -> refusals(w).findAny().isEmpty()).toList();
        List<Phrase> phrases = new ArrayList<>();
        Choice choice =
                comparison.sameVariants()
                        ? itself(comparison, settled, phrases)
                        : choice(comparison, settled, findings, phrases);
        return new SessionDecision(comparison, choice, phrases, findings);
    }

    private static boolean comparable(Comparison comparison) {
        return comparison.windows().stream().allMatch(w -> w.comparability().comparable());
    }

    /// True when a row that decides regressed beyond the threshold.
    private static boolean fails(Comparison comparison, List<Measure> findings) {
        return findings.stream()
                .anyMatch(m -> m.isLoss() && m.size() >= comparison.rules().regressed());
    }

    /// What the reason speaks of.
    List<Measure> cited() {
        return phrases.stream().map(Phrase::measure).filter(Objects::nonNull).toList();
    }

    /// What A and B are, the window when all of the reason is in one of several, the phrases.
    private String reason() {
        String a = comparison.variants().getFirst().title();
        String b = comparison.variants().getLast().title();
        List<String> windows = cited().stream().map(m -> m.window().name()).distinct().toList();
        String window =
                windows.size() == 1 && comparison.windows().size() > 1
                        ? ", window " + windows.getFirst()
                        : "";
        String between =
                comparison.sameVariants()
                        ? capital(a) + ", measured twice: "
                        : "From A (%s) to B (%s)%s: ".formatted(a, b, window);
        return phrases.stream()
                .map(phrase -> phrase.text(windows.size() > 1))
                .collect(Collectors.joining("", between, ""));
    }

    /// Why a window has no verdicts, or none but those of code that only one variant has.
    static Stream<String> refusals(WindowComparison window) {
        return Stream.of(window.comparability().refusals(), window.comparability().unsettled())
                .flatMap(List::stream);
    }

    private static String why(Comparison comparison) {
        boolean isCold = comparable(comparison);
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
        String inUse = comparison.inUse();
        return "**%s.** %s."
                .formatted(
                        choice.words.formatted(
                                inUse == null ? "what is in use" : inUse + " (in use)"),
                        reason());
    }

    /// True when the reason has the sentence.
    boolean says(String sentence) {
        return reason().contains(withinSentence(sentence));
    }

    /// 0 passed, 1 regressed, 3 not comparable.
    int exitCode() {
        return !comparable(comparison) ? 3 : fails(comparison, findings) ? 1 : 0;
    }

    private static Choice itself(
            Comparison comparison, List<WindowComparison> settled, List<Phrase> phrases) {
        int tested = comparison.families().rows();
        long wrong = Measures.found(comparison);
        phrases.add(
                new Phrase(
                        wrong > 0
                                ? "%d of the %d tested rows have a false verdict"
                                        .formatted(wrong, tested)
                                : settled.isEmpty()
                                        ? why(comparison)
                                        : "none of the %d tested rows has a verdict of change"
                                                .formatted(tested)));
        return wrong > 0 || settled.isEmpty() ? Choice.NO_ANSWER : Choice.NO_DIFFERENCE;
    }

    /// @param settled windows whose rows all have verdicts
    /// @param phrases receives the reason
    private static Choice choice(
            Comparison comparison,
            List<WindowComparison> settled,
            List<Measure> findings,
            List<Phrase> phrases) {
        Optional<Measure> gain = findings.stream().filter(Measure::isGain).findFirst();
        Optional<Measure> loss = findings.stream().filter(Measure::isLoss).findFirst();
        boolean fails = fails(comparison, findings);
        if (settled.isEmpty() && loss.isEmpty()) {
            phrases.add(new Phrase(why(comparison)));
            return Choice.CANNOT_BE_TOLD;
        }
        Optional<Measure> open =
                settled.stream()
                        .flatMap(w -> Measures.of(comparison, w).stream())
                        .filter(m -> m.role() == Measure.Role.DECIDES && m.isCost())
                        .filter(m -> m.isOpen() && !m.isOneSided())
                        .max(Comparator.comparingDouble(SessionDecision::highest));
        Stream<Phrase> where =
                findings.stream()
                        .filter(m -> m.role() == Measure.Role.EXPLAINS && m.isCost())
                        .filter(m -> gain.isEmpty() || m.row().verdict() == Verdict.REGRESSED)
                        .limit(1)
                        .map(m ->
                                new Phrase("; where: %s, %s".formatted(m.brief(), m.ofWhole()), m));
        if (gain.isPresent()) {
            Optional<Measure> feared =
                    open.filter(m -> !fails && highest(m) >= comparison.rules().regressed());
            phrases.add(new Phrase(gain.get().brief(), gain.get()));
            loss.ifPresent(m -> phrases.add(new Phrase(", but " + m.brief(), m)));
            feared.ifPresent(m ->
                    phrases.add(
                            new Phrase(
                                    ", but %s may have risen, %s"
                                            .formatted(m.label(), ReportNumbers.change(m.row())),
                                    m)));
            if (loss.isEmpty() && feared.isEmpty()) {
                phrases.add(new Phrase(", and nothing that decides regressed"));
            }
            where.forEach(phrases::add);
            phrases.addAll(large(comparison, settled, feared, true));
            return fails
                    ? Choice.TO_BE_WEIGHED
                    : feared.isPresent() ? Choice.CANNOT_BE_TOLD : Choice.TAKE_B;
        }
        if (loss.isPresent()) {
            phrases.add(new Phrase(loss.get().brief(), loss.get()));
            phrases.add(
                    new Phrase(
                            settled.isEmpty()
                                    ? "; the other measures are not comparable: " + why(comparison)
                                    : ", and nothing that decides improved"));
            phrases.addAll(large(comparison, settled, open, false));
            return Choice.KEEP_A;
        }
        phrases.add(
                open.map(m ->
                                new Phrase(
                                        "the change of %s is not certain enough, %s"
                                                .formatted(
                                                        m.label(), ReportNumbers.change(m.row())),
                                        m))
                        .orElseGet(() -> new Phrase("nothing that decides changed")));
        where.forEach(phrases::add);
        phrases.addAll(large(comparison, settled, open, true, false));
        return open.isPresent() ? Choice.CANNOT_BE_TOLD : Choice.KEEP_A;
    }

    /// "; not certain, but large: time in the service p50 +43.8 % [−1.7, +110.3]": rows that could
    /// turn the decision, had they a verdict. May be empty.
    ///
    /// @param named a row that the reason has
    /// @param worse the directions, true for losses
    private static List<Phrase> large(
            Comparison comparison,
            List<WindowComparison> windows,
            Optional<Measure> named,
            Boolean... worse) {
        List<Phrase> rows = new ArrayList<>();
        windows.stream()
                .flatMap(window -> Measures.of(comparison, window).stream())
                .filter(m ->
                        Stream.of(worse).anyMatch(w -> m.isLargeAndOpen(comparison.rules(), w)))
                .filter(m -> !m.equals(named.orElse(null)))
                .forEach(m ->
                        rows.add(
                                new Phrase(
                                        (rows.isEmpty() ? "; not certain, but large: " : ", ")
                                                + m.uncertain(),
                                        m)));
        return rows;
    }

    /// The upper end of the interval of a cost.
    private static double highest(Measure measure) {
        Interval interval = measure.row().interval();
        return interval == null ? Double.MAX_VALUE : interval.high();
    }

    static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }
}
