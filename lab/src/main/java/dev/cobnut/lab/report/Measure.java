package dev.cobnut.lab.report;

import static dev.cobnut.lab.stacks.ProfileEvent.ALLOC;
import static dev.cobnut.lab.stacks.ProfileEvent.CPU;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.compare.WindowComparability;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A row of a comparison and what it means for the decision.
///
/// @param label what was measured, as a sentence writes it: `CPU per request`
/// @param event the profile that shows it; null when none does
/// @param part the frame, subsystem or wait with the largest share of the change; null when unknown
record Measure(
        WindowComparison window,
        String label,
        Row row,
        Role role,
        @Nullable ProfileEvent event,
        @Nullable String part) {

    enum Role {
        /// The decision and the gate rest on it.
        DECIDES,
        /// It shows where a change is.
        EXPLAINS,
        /// Code that only one variant has, while the whole does not show its cost.
        MOVED
    }

    int rank() {
        boolean worse = row.verdict() == Verdict.REGRESSED;
        return switch (role) {
            case DECIDES -> worse ? 0 : 2;
            case EXPLAINS -> worse ? 1 : 3;
            case MOVED -> 4;
        };
    }

    static boolean isFinding(Row row) {
        return row.verdict() != null && row.verdict().isFinding();
    }

    boolean isLoss() {
        return role == Role.DECIDES && row.verdict() == Verdict.REGRESSED;
    }

    boolean isGain() {
        return role == Role.DECIDES && row.verdict() == Verdict.IMPROVED;
    }

    /// True when the row has no verdict, and its change would fail the gate, or more than outweigh
    /// it, if it were certain.
    ///
    /// @param worse true for a loss, false for a gain
    boolean isLargeAndOpen(Comparison.Rules rules, boolean worse) {
        Double change = row.relative();
        return isOpen()
                && role == Role.DECIDES
                && !isOneSided()
                && change != null
                && Math.abs(change) >= rules.regressed()
                && worse == (change > 0 == (row.better() == Row.Better.LOWER));
    }

    /// Why the row has no verdict of change; empty when it has one, or is within noise.
    Optional<String> open(Comparison.Rules rules) {
        WindowComparability of = window.comparability();
        if (row.verdict() == null) {
            return Optional.of(
                    row.note() != null
                            ? "Not tested, " + row.note()
                            : row.a().mean() == null || row.b().mean() == null
                                    ? "Not tested, a run has no value"
                                    : "Not tested, both sides together are below %s of the whole"
                                            .formatted(ReportNumbers.percent(rules.part())));
        }
        return switch (row.verdict()) {
            case INCONCLUSIVE -> Optional.of("Inconclusive, a change that matters is not excluded");
            case NOT_COMPARABLE ->
                    Optional.of(
                            row.a().mean() == null || row.b().mean() == null
                                    ? "Not comparable, only one side has values"
                                    : of.comparable()
                                            ? "Not comparable until a longer warm-up, because of the compiler's share"
                                            : "Not comparable, as the whole window");
            case IMPROVED, REGRESSED, WITHIN_NOISE -> Optional.empty();
        };
    }

    /// What the rule of the verdict misses although the row's own interval excludes 0; empty for
    /// other rows.
    Optional<String> overruled(Comparison comparison) {
        Interval interval = row.interval();
        Double adjusted = row.adjusted();
        if (interval == null
                || adjusted == null
                || isFinding(row)
                || row.verdict() == Verdict.NOT_COMPARABLE
                || (interval.low() <= 0 && interval.high() >= 0)) {
            return Optional.empty();
        }
        Comparison.Rules rules = comparison.rules();
        return Optional.of(
                adjusted > rules.falseDiscoveryRate()
                        ? "hold for all %d tested rows together"
                                .formatted(comparison.families().rows())
                        : size() <= row.threshold()
                                ? "be larger than %s"
                                        .formatted(ReportNumbers.percent(row.threshold()))
                                : "be larger than what equal runs differ by");
    }

    /// True when the session cannot say whether it changed.
    boolean isOpen() {
        return row.verdict() == null || row.verdict() == Verdict.INCONCLUSIVE;
    }

    /// CPU time and allocation: without them there is no decision.
    boolean isCost() {
        return event == CPU || event == ALLOC;
    }

    double size() {
        return row.change() == null ? Double.MAX_VALUE : Math.abs(row.change());
    }

    /// "CPU per request fell by 5.1 % (600 → 570 µs/request)", without a full stop.
    ///
    /// @param named true when the window has to be named
    String sentence(boolean named) {
        List<String> notes = new ArrayList<>(List.of(ReportNumbers.fromTo(row, window.per())));
        if (role == Role.EXPLAINS) {
            notes.add(ofWhole());
        }
        if (part != null) {
            notes.add("mostly `%s`".formatted(shortName(part)));
        }
        if (named) {
            notes.add("window " + window.name());
        }
        return "%s (%s)".formatted(change(), String.join(", ", notes));
    }

    /// The same without figures and window: "CPU per request fell by 5.1 %".
    String brief() {
        return change()
                + (isOneSided() && part != null ? ", mostly `%s`".formatted(shortName(part)) : "");
    }

    private String change() {
        if (isOneSided()) {
            return "code only in %s costs %s of %s more than what it %s"
                    .formatted(
                            change(row) > 0 ? "B" : "A",
                            ReportNumbers.percent(size()),
                            whole(),
                            change(row) > 0 ? "replaces" : "was replaced by");
        }
        return label + " " + direction(row);
    }

    /// "fell by 51.2 %".
    static String direction(Row row) {
        return row.relative() == null
                ? "is new in B"
                : "%s by %s"
                        .formatted(
                                row.relative() < 0 ? "fell" : "rose",
                                ReportNumbers.percent(Math.abs(row.relative())));
    }

    /// The interval of the change in the measure in which tables show it: of the row itself, or of
    /// the whole for code that only one variant has.
    @Nullable Interval interval() {
        Interval interval = row.interval();
        Double share = row.a().share();
        return role != Role.EXPLAINS || interval == null || share == null || share == 0
                ? interval
                : new Interval(interval.low() / share, interval.high() / share);
    }

    /// The change in the same measure.
    String signed() {
        return isOneSided() ? ofWhole() : ReportNumbers.signed(row.relative());
    }

    /// The change of a part: "+4.1 % of A's CPU".
    String ofWhole() {
        return "%s of %s".formatted(ReportNumbers.signed(row.change()), whole());
    }

    /// "lag of the views p99 +109.9 % (136 ± 41 → 285 ± 90 ms, …)": a row without a verdict, with
    /// its interval, or with its scatter and the reason.
    String uncertain() {
        return "%s %s %s"
                .formatted(
                        label,
                        signed(),
                        row.verdict() != null
                                ? ReportNumbers.interval(interval())
                                : "(%s → %s %s, cannot be read in this build of the session: %s)"
                                        .formatted(
                                                ReportNumbers.bareSpread(row.a(), row),
                                                ReportNumbers.bareSpread(row.b(), row),
                                                ReportNumbers.unit(row.unit(), window.per()),
                                                row.note() == null ? "untested" : row.note()));
    }

    /// A few words for a picture.
    String badge() {
        if (!isOneSided()) {
            return label + " " + (row.relative() == null ? "new in B" : signed());
        }
        String of =
                Measures.event(window, event)
                        .flatMap(e -> culprit().flatMap(e.appeared()::find))
                        .map(largest ->
                                ", of it %s %s"
                                        .formatted(
                                                shortName(largest.name()),
                                                ReportNumbers.signed(largest.change())))
                        .orElse("");
        return "code only in %s %s%s".formatted(change(row) > 0 ? "B" : "A", signed(), of);
    }

    /// The frame or subsystem that a picture has to point at.
    Optional<String> culprit() {
        return role == Role.EXPLAINS ? Optional.of(row.name()) : Optional.ofNullable(part);
    }

    private String whole() {
        return event == null ? label : "A's " + Captions.eventName(event);
    }

    boolean isOneSided() {
        return event != null
                && Measures.event(window, event)
                        .filter(e -> e.net().rows().contains(row))
                        .isPresent();
    }

    /// The words for a table.
    String words() {
        Optional<EventComparison> of =
                Measures.event(window, event).filter(_ -> role == Role.MOVED);
        return of.flatMap(e -> Measures.total(window, e))
                .map(total ->
                        "%s; %s (%s, %s)"
                                .formatted(
                                        words(row),
                                        of.filter(e -> Measures.isExcluded(window, e)).isPresent()
                                                ? "moved, the whole does not show it"
                                                : "not confirmed by the whole",
                                        ReportNumbers.signed(total.relative()),
                                        words(total)))
                .orElseGet(() -> words(row));
    }

    /// A row without a test says so: it shows neither a change nor noise.
    static String words(Row row) {
        if (Figures.NOT_MEASURED.equals(row.note())) {
            return Figures.NOT_MEASURED;
        }
        String verdict = row.verdict() == null ? "untested" : row.verdict().words();
        return row.note() == null ? verdict : "%s (%s)".formatted(verdict, row.note());
    }

    static double change(Row row) {
        return row.change() == null ? 0 : row.change();
    }

    /// `dev.cobnut.Order.decide` is `Order.decide`.
    static String shortName(String frame) {
        return frame.replaceFirst("^(?:[a-z_][\\w$]*\\.)+(?=[A-Z])", "");
    }
}
