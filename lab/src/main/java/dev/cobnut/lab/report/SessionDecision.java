package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.statistics.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The answer of a session: which variant to take, and why. It is also the result of the gate.
///
/// The decision rests on CPU time without compiler, allocation, answers, latency, lag, and code
/// that only one variant has. Other parts explain and decide nothing: code that only moved is not a
/// regression.
///
/// @param reason without a full stop
/// @param findings worst first
record SessionDecision(
        Choice choice, String reason, boolean comparable, boolean fails, List<Measure> findings) {

    enum Choice {
        TAKE_B("Take B"),
        KEEP_A("Keep A"),
        TO_BE_WEIGHED("Cannot be told, to be weighed"),
        CANNOT_BE_TOLD("Cannot be told");

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
        return answer(comparison, windows, findings, fails).decision(comparable, fails, findings);
    }

    private record Answer(Choice choice, String reason) {

        SessionDecision decision(boolean comparable, boolean fails, List<Measure> findings) {
            return new SessionDecision(choice, reason, comparable, fails, findings);
        }
    }

    /// Why a window has no verdicts, or none but those of code that only one variant has.
    static Stream<String> refusals(WindowComparison window) {
        return Stream.of(window.comparability().refusals(), window.comparability().unsettled())
                .flatMap(List::stream);
    }

    private static String why(Comparison comparison) {
        String reason =
                comparison.windows().stream()
                        .flatMap(SessionDecision::refusals)
                        .findFirst()
                        .orElse("no window was compared.");
        return Character.toLowerCase(reason.charAt(0)) + reason.substring(1, reason.length() - 1);
    }

    /// "**Take B**: allocation per request fell by …".
    String sentence() {
        return "**%s**: %s.".formatted(choice.words, reason);
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
                        "A was compared with itself, and none of the %d tested rows has a verdict of change"
                                .formatted(tested.size()))
                : new Answer(
                        Choice.CANNOT_BE_TOLD,
                        "A was compared with itself, and %d of the %d tested rows have a false verdict"
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
            return new Answer(Choice.CANNOT_BE_TOLD, why(comparison));
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
        if (gain.isPresent()) {
            Optional<Measure> feared =
                    open.filter(m -> !fails && highest(m) >= comparison.rules().regressed());
            return new Answer(
                    fails
                            ? Choice.TO_BE_WEIGHED
                            : feared.isPresent() ? Choice.CANNOT_BE_TOLD : Choice.TAKE_B,
                    in(comparison, gain.get())
                            + worse.map(m -> ", but " + in(comparison, m))
                                    .orElse(feared.isPresent() ? "" : ", and nothing regressed")
                            + feared.map(m ->
                                            "; whether %s rose is not certain, %s"
                                                    .formatted(
                                                            named(comparison, m),
                                                            ReportNumbers.change(m.row())))
                                    .orElse(""));
        }
        if (findings.stream().anyMatch(Measure::isLoss)) {
            return new Answer(
                    Choice.KEEP_A,
                    in(comparison, worse.orElseThrow())
                            + (settled.isEmpty()
                                    ? "; the other measures are not comparable"
                                    : ", and nothing improved"));
        }
        String part =
                findings.stream()
                        .filter(m -> m.role() == Measure.Role.EXPLAINS && m.isCost())
                        .findFirst()
                        .map(m -> in(comparison, m) + ", but ")
                        .orElse("");
        return open.map(m ->
                        new Answer(
                                Choice.CANNOT_BE_TOLD,
                                "%sthe change of %s is not certain enough, %s"
                                        .formatted(
                                                part,
                                                named(comparison, m),
                                                ReportNumbers.change(m.row()))))
                .orElseGet(() -> new Answer(Choice.KEEP_A, part + "no measure changed"));
    }

    /// The upper end of the interval of a cost.
    private static double highest(Measure measure) {
        Interval interval = measure.row().interval();
        return interval == null ? Double.MAX_VALUE : interval.high();
    }

    /// The sentence of a measure, with its window where there are several.
    static String in(Comparison comparison, Measure measure) {
        return measure.sentence(comparison.windows().size() > 1);
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
