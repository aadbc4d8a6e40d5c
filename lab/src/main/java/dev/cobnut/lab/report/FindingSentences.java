package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Table;
import dev.cobnut.lab.compare.Unit;
import dev.cobnut.lab.compare.Verdict;
import dev.cobnut.lab.plan.SessionPlan.Per;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sentences that follow from numbers. A change is "less CPU per request", never "faster"; a row
/// without a verdict is not said to have changed.
final class FindingSentences {

    private FindingSentences() {}

    /// What a session has to say, in one sentence.
    static String finding(Comparison comparison) {
        if (comparison.windows().stream().noneMatch(w -> w.comparability().comparable())) {
            return "Not comparable: "
                    + comparison.windows().stream()
                            .flatMap(w -> w.comparability().refusals().stream())
                            .findFirst()
                            .orElse("no window was compared.");
        }
        if (comparison.sameVariants()) {
            return itself(comparison);
        }
        return comparison.windows().stream()
                .filter(w -> w.comparability().comparable())
                .flatMap(w -> mainSentences(comparison, w))
                .findFirst()
                .orElseGet(() -> nothing(comparison.windows().getFirst()));
    }

    /// Two or three sentences for each window.
    static List<String> summary(Comparison comparison) {
        List<String> sentences = new ArrayList<>();
        if (comparison.sameVariants()) {
            sentences.add(itself(comparison));
        }
        for (WindowComparison window : comparison.windows()) {
            sentences.add(summary(comparison, window));
        }
        return sentences;
    }

    private static String summary(Comparison comparison, WindowComparison window) {
        String head = "**%s**: ".formatted(window.name());
        if (!window.comparability().comparable()) {
            return head + "not comparable. " + String.join(" ", window.comparability().refusals());
        }
        List<String> sentences = mainSentences(comparison, window).limit(3).toList();
        return head + (sentences.isEmpty() ? nothing(window) : String.join(" ", sentences));
    }

    private static String nothing(WindowComparison window) {
        Row cpu = window.figures().row(Figures.PROCESS_CPU);
        return "No verdict beyond noise among %s rows; CPU per %s changed by %s %s, and %s would have been seen."
                .formatted(
                        ReportNumbers.count((long) tested(window.tables())),
                        ReportNumbers.operation(window.per()),
                        ReportNumbers.signed(cpu.change()),
                        ReportNumbers.interval(cpu.interval()),
                        ReportNumbers.percent(cpu.detectable()));
    }

    private static String itself(Comparison comparison) {
        WindowComparison window = comparison.windows().getFirst();
        List<Table> tables =
                comparison.windows().stream().flatMap(w -> w.tables().stream()).toList();
        long wrong =
                tables.stream()
                        .flatMap(t -> t.rows().stream())
                        .filter(FindingSentences::isFinding)
                        .count();
        return "A against itself: %s false verdicts among %s rows; a change of %s of the CPU per %s would have been seen."
                .formatted(
                        wrong == 0 ? "no" : ReportNumbers.count(wrong),
                        ReportNumbers.count((long) tested(tables)),
                        ReportNumbers.percent(
                                window.figures().row(Figures.PROCESS_CPU).detectable()),
                        ReportNumbers.operation(window.per()));
    }

    private static int tested(List<Table> tables) {
        return (int)
                tables.stream().flatMap(t -> t.rows().stream()).filter(r -> r.p() != null).count();
    }

    static boolean isFinding(Row row) {
        return row.verdict() != null && row.verdict().isFinding();
    }

    /// The hotspot, the process, what is allocated, the code that only one variant has, then the
    /// largest part that changed.
    private static Stream<String> mainSentences(Comparison comparison, WindowComparison window) {
        List<String> sentences = new ArrayList<>();
        hotspot(comparison, window, ProfileEvent.CPU)
                .filter(FindingSentences::isFinding)
                .ifPresent(row ->
                        sentences.add("The %s %s.".formatted(row.name(), less(row, window.per()))));
        Row cpu = window.figures().row(Figures.PROCESS_CPU);
        if (isFinding(cpu)) {
            sentences.add("The process %s.".formatted(less(cpu, window.per())));
        }
        window.figures().rows().stream()
                .filter(row -> row.name().equals(Figures.ALLOCATED) && isFinding(row))
                .forEach(row -> sentences.add("It %s.".formatted(less(row, window.per()))));
        window.events().stream()
                .filter(e -> e.net().gates() && isFinding(e.net().rows().getFirst()))
                .forEach(e -> sentences.add(net(e, window.per())));
        largestPart(window)
                .filter(row -> !row.name().equals(comparison.hotspot()))
                .ifPresent(row ->
                        sentences.add(
                                "The part that changed most is %s: it %s."
                                        .formatted(row.name(), less(row, window.per()))));
        if (sentences.isEmpty()) {
            window.tables().stream()
                    .flatMap(t -> t.rows().stream())
                    .filter(FindingSentences::isFinding)
                    .max(Comparator.comparingDouble(FindingSentences::size))
                    .ifPresent(row ->
                            sentences.add(
                                    "The largest change with a verdict is that of *%s*: %s, %s."
                                            .formatted(
                                                    row.name(),
                                                    words(row.verdict()),
                                                    ReportNumbers.fromTo(row, window.per()))));
        }
        return sentences.stream();
    }

    /// All code that only one variant has.
    static String net(EventComparison event, Per per) {
        Row net = event.net().rows().getFirst();
        return "Code that only B has %s %s, code that only A has %s%s."
                .formatted(
                        net.unit() == Unit.BYTES_PER_OPERATION ? "allocates" : "takes",
                        ReportNumbers.value(net.b().mean(), net.unit(), per),
                        ReportNumbers.value(net.a().mean(), net.unit(), per),
                        largestOneSided(event)
                                .map(name -> "; most of it is `%s`".formatted(name))
                                .orElse(""));
    }

    /// The largest part of the side that is the larger.
    static Optional<String> largestOneSided(EventComparison event) {
        Row net = event.net().rows().getFirst();
        boolean grows = net.change() != null && net.change() > 0;
        return event.appeared().rows().stream()
                .filter(row -> row.change() != null && row.change() > 0 == grows)
                .max(Comparator.comparingDouble(FindingSentences::size))
                .map(Row::name);
    }

    private static Optional<Row> largestPart(WindowComparison window) {
        return window.events().stream()
                .filter(e -> e.event() == ProfileEvent.CPU)
                .flatMap(e -> e.exclusive().rows().stream())
                .filter(FindingSentences::isFinding)
                .max(Comparator.comparingDouble(FindingSentences::size));
    }

    static double size(Row row) {
        return row.change() == null ? Double.MAX_VALUE : Math.abs(row.change());
    }

    static Optional<Row> hotspot(
            Comparison comparison, WindowComparison window, ProfileEvent event) {
        return window.events().stream()
                .filter(e -> e.event() == event)
                .map(e -> hotspot(comparison, e))
                .findFirst();
    }

    static Row hotspot(Comparison comparison, EventComparison event) {
        return event.inclusive().row(comparison.hotspot());
    }

    /// "takes 51.2 % less CPU per request (320 → 156 µs/request)".
    static String less(Row row, Per per) {
        String verb =
                switch (row.unit()) {
                    case NANOS_PER_OPERATION -> "takes";
                    case BYTES_PER_OPERATION -> "allocates";
                    case MILLIS, PER_SECOND, FRACTION -> "is";
                };
        String what =
                switch (row.unit()) {
                    case NANOS_PER_OPERATION -> " CPU per " + ReportNumbers.operation(per);
                    case BYTES_PER_OPERATION -> " per " + ReportNumbers.operation(per);
                    case MILLIS, PER_SECOND, FRACTION -> "";
                };
        return "%s %s%s (%s)".formatted(verb, amount(row), what, ReportNumbers.fromTo(row, per));
    }

    private static String amount(Row row) {
        if (row.relative() == null) {
            return "what A has not, as";
        }
        return ReportNumbers.percent(Math.abs(row.relative()))
                + (row.relative() < 0 ? " less" : " more");
    }

    static String words(@Nullable Verdict verdict) {
        return verdict == null ? ReportNumbers.NONE : verdict.words();
    }
}
