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

/// Sentences computed from the numbers of a comparison. A change is "CPU per request fell", never
/// "faster". A row without a verdict gets no sentence.
final class FindingSentences {

    private static final String PROCESS = "the process";

    private FindingSentences() {}

    /// The finding of a session in one sentence.
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
        return "None of the %s tested rows improved or regressed; CPU per %s changed by %s %s, and the smallest detectable change is %s."
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
        return "A against itself: %s false verdicts among %s rows; the smallest detectable change of CPU per %s is %s."
                .formatted(
                        wrong == 0 ? "no" : ReportNumbers.count(wrong),
                        ReportNumbers.count((long) tested(tables)),
                        ReportNumbers.operation(window.per()),
                        ReportNumbers.percent(
                                window.figures().row(Figures.PROCESS_CPU).detectable()));
    }

    private static int tested(List<Table> tables) {
        return (int)
                tables.stream().flatMap(t -> t.rows().stream()).filter(r -> r.p() != null).count();
    }

    static boolean isFinding(Row row) {
        return row.verdict() != null && row.verdict().isFinding();
    }

    /// Sentences in this order: the hotspot, CPU of the process, allocation of the process, code
    /// that only one variant has, the subsystem with the largest change.
    private static Stream<String> mainSentences(Comparison comparison, WindowComparison window) {
        List<String> sentences = new ArrayList<>();
        hotspot(comparison, window, ProfileEvent.CPU)
                .filter(FindingSentences::isFinding)
                .ifPresent(row ->
                        sentences.add(
                                sentence(row, SubsystemNames.noun(row.name()), window.per())));
        Row cpu = window.figures().row(Figures.PROCESS_CPU);
        if (isFinding(cpu)) {
            sentences.add(sentence(cpu, PROCESS, window.per()));
        }
        window.figures().rows().stream()
                .filter(row -> row.name().equals(Figures.ALLOCATED) && isFinding(row))
                .forEach(row -> sentences.add(sentence(row, PROCESS, window.per())));
        window.events().stream()
                .filter(e -> e.net().gates() && isFinding(e.net().rows().getFirst()))
                .forEach(e -> sentences.add(net(e, window.per())));
        largestPart(window)
                .filter(row -> !row.name().equals(comparison.hotspot()))
                .ifPresent(row ->
                        sentences.add(
                                "Among the subsystems, %s changed most: it %s."
                                        .formatted(
                                                SubsystemNames.of(
                                                        quantity(row, window.per()),
                                                        SubsystemNames.noun(row.name())),
                                                moved(row, window.per()))));
        if (sentences.isEmpty()) {
            window.tables().stream()
                    .flatMap(t -> t.rows().stream())
                    .filter(FindingSentences::isFinding)
                    .max(Comparator.comparingDouble(FindingSentences::size))
                    .ifPresent(row ->
                            sentences.add(
                                    "The largest change with a verdict is in *%s*: %s (%s)."
                                            .formatted(
                                                    row.name(),
                                                    words(row.verdict()),
                                                    ReportNumbers.fromTo(row, window.per()))));
        }
        return sentences.stream();
    }

    /// The cost of all code that only one variant has.
    static String net(EventComparison event, Per per) {
        Row net = event.net().rows().getFirst();
        return "Code that only B has %1$s %2$s, and code that only A has %1$s %3$s%4$s."
                .formatted(
                        net.unit() == Unit.BYTES_PER_OPERATION ? "allocates" : "takes",
                        ReportNumbers.value(net.b().mean(), net.unit(), per),
                        ReportNumbers.value(net.a().mean(), net.unit(), per),
                        largestOneSided(event)
                                .map(name -> "; the largest part is `%s`".formatted(name))
                                .orElse(""));
    }

    /// The largest part of the variant whose one-sided code costs more.
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

    /// "CPU per request of the outbox fell by 51.2 % (320 → 156 µs/request)", without a full stop.
    static String change(Row row, String noun, Per per) {
        return "%s %s".formatted(SubsystemNames.of(quantity(row, per), noun), moved(row, per));
    }

    private static String sentence(Row row, String noun, Per per) {
        return ProfileTables.capital(change(row, noun, per)) + ".";
    }

    private static String quantity(Row row, Per per) {
        String cost =
                switch (row.unit()) {
                    case NANOS_PER_OPERATION -> "CPU";
                    case BYTES_PER_OPERATION -> "allocation";
                    case MILLIS, PER_SECOND, FRACTION ->
                            throw new IllegalArgumentException(
                                    "The row '%s' is not a cost per operation."
                                            .formatted(row.name()));
                };
        return "%s per %s".formatted(cost, ReportNumbers.operation(per));
    }

    private static String moved(Row row, Per per) {
        String fromTo = ReportNumbers.fromTo(row, per);
        return row.relative() == null
                ? "is new in B (%s)".formatted(fromTo)
                : "%s by %s (%s)"
                        .formatted(
                                row.relative() < 0 ? "fell" : "rose",
                                ReportNumbers.percent(Math.abs(row.relative())),
                                fromTo);
    }

    static String words(@Nullable Verdict verdict) {
        return verdict == null ? ReportNumbers.NONE : verdict.words();
    }
}
