package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// Observations and a recommendation that are computed from a comparison.
final class Observations {

    private static final int PARTS_MAX = 3;

    private Observations() {}

    static List<String> of(Comparison comparison) {
        List<String> sentences = new ArrayList<>();
        for (WindowComparison window : comparison.windows()) {
            if (!window.comparability().comparable()) {
                sentences.add(
                        "%s: the variants are not comparable, so there are no observations."
                                .formatted(window.name()));
                continue;
            }
            counts(window, sentences);
            for (EventComparison event : window.events()) {
                if (event.event() == ProfileEvent.CPU || event.event() == ProfileEvent.ALLOC) {
                    mostExpensive(window, event, sentences);
                    changed(window, event, sentences);
                    share(window, event, sentences);
                    oneSided(window, event, sentences);
                }
            }
        }
        return sentences;
    }

    private static void counts(WindowComparison window, List<String> sentences) {
        List<Row> rows = window.tables().stream().flatMap(t -> t.rows().stream()).toList();
        String counts =
                Arrays.stream(Verdict.values())
                        .filter(v -> rows.stream().anyMatch(row -> row.verdict() == v))
                        .map(v ->
                                "%d %s"
                                        .formatted(
                                                rows.stream()
                                                        .filter(row -> row.verdict() == v)
                                                        .count(),
                                                v.words()))
                        .collect(Collectors.joining(", "));
        sentences.add("%s: the verdicts are %s.".formatted(window.name(), counts));
    }

    private static void mostExpensive(
            WindowComparison window, EventComparison event, List<String> sentences) {
        String parts =
                event.exclusive().rows().stream()
                        .sorted(
                                Comparator.comparingDouble(
                                        row -> -Objects.requireNonNullElse(row.b().mean(), 0.0)))
                        .limit(PARTS_MAX)
                        .map(row ->
                                "%s (%s, %s)"
                                        .formatted(
                                                SubsystemNames.noun(row.name()),
                                                ReportNumbers.value(
                                                        row.b().mean(), row.unit(), window.per()),
                                                ReportNumbers.percent(row.b().share())))
                        .collect(Collectors.joining(", "));
        sentences.add(
                "%s, %s: the most expensive subsystems of B (exclusive) are %s."
                        .formatted(window.name(), Captions.eventName(event.event()), parts));
    }

    private static void changed(
            WindowComparison window, EventComparison event, List<String> sentences) {
        event.exclusive().rows().stream()
                .filter(FindingSentences::isFinding)
                .sorted(Comparator.comparingDouble(row -> -FindingSentences.size(row)))
                .limit(PARTS_MAX)
                .forEach(row ->
                        sentences.add(
                                "%s, %s: %s, which is %s of A's total."
                                        .formatted(
                                                window.name(),
                                                Captions.eventName(event.event()),
                                                FindingSentences.change(
                                                        row,
                                                        SubsystemNames.noun(row.name()),
                                                        window.per()),
                                                ReportNumbers.signed(row.change()))));
    }

    /// Warns that a share can rise only because everything else fell. The sentence names the
    /// subsystem whose share moved most while its cost stayed within noise.
    private static void share(
            WindowComparison window, EventComparison event, List<String> sentences) {
        event.exclusive().rows().stream()
                .filter(row ->
                        row.verdict() == Verdict.WITHIN_NOISE && moved(row) > row.threshold())
                .max(Comparator.comparingDouble(Observations::moved))
                .ifPresent(row ->
                        sentences.add(
                                "%s, %s: the share of %s went from %s to %s. The cost per %s is %s. A share also changes when the other costs change."
                                        .formatted(
                                                window.name(),
                                                Captions.eventName(event.event()),
                                                SubsystemNames.noun(row.name()),
                                                ReportNumbers.percent(row.a().share()),
                                                ReportNumbers.percent(row.b().share()),
                                                ReportNumbers.operation(window.per()),
                                                FindingSentences.words(row.verdict()))));
    }

    private static double moved(Row row) {
        Double before = row.a().share();
        Double after = row.b().share();
        return before == null || after == null ? 0 : Math.abs(after - before);
    }

    /// Code that only one variant has gets one verdict, no matter how many frames it has.
    private static void oneSided(
            WindowComparison window, EventComparison event, List<String> sentences) {
        Row net = event.net().rows().getFirst();
        if (FindingSentences.isFinding(net)) {
            sentences.add(
                    "%s, %s: %s The difference is %s of A's total: %s."
                            .formatted(
                                    window.name(),
                                    Captions.eventName(event.event()),
                                    FindingSentences.net(event, window.per()),
                                    ReportNumbers.signed(net.change()),
                                    FindingSentences.words(net.verdict())));
        }
    }

    static String recommendation(Comparison comparison) {
        List<WindowComparison> windows = comparison.windows();
        if (windows.stream().anyMatch(w -> !w.comparability().comparable())) {
            return "Measure again: at least one window is not comparable, for the reasons above.";
        }
        if (comparison.sameVariants()) {
            return "Nothing to decide: both variants are the same. Use the floors as the noise of this machine.";
        }
        List<Row> gating =
                windows.stream()
                        .flatMap(w ->
                                w.tables().stream()
                                        .filter(t -> t.gates() && !SessionCheck.isRepaid(w, t)))
                        .flatMap(t -> t.rows().stream())
                        .toList();
        boolean better = gating.stream().anyMatch(r -> r.verdict() == Verdict.IMPROVED);
        boolean worse = gating.stream().anyMatch(r -> r.verdict() == Verdict.REGRESSED);
        if (better && worse) {
            return "Weigh the changes: B improved in some rows and regressed in others; see the verdicts above.";
        }
        if (worse) {
            return "Reject B: at least one row regressed and no row improved.";
        }
        return better
                ? "Accept B: at least one row improved and no row of the gate regressed."
                : "Keep A: no row improved in B.";
    }
}
