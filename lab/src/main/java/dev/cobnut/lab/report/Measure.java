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
import dev.cobnut.lab.stacks.Subsystems;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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

    /// The measures that the decision rests on, and the hotspot.
    static List<Measure> of(Comparison comparison, WindowComparison window) {
        String per = " per " + ReportNumbers.operation(window.per());
        List<Measure> all = new ArrayList<>();
        cpu(window)
                .ifPresent(row -> {
                    String name = row.name().equals(Figures.PROCESS_CPU) ? row.name() : "CPU";
                    all.add(total(comparison, window, name + per, row, CPU));
                });
        figure(window, Figures.ALLOCATED)
                .ifPresent(
                        row -> all.add(total(comparison, window, "allocation" + per, row, ALLOC)));
        Stream.of(
                        latency(window, Figures.P50, Figures.SERVED_P50),
                        latency(window, Figures.P99, Figures.SERVED_P99),
                        figure(window, Figures.VIEW_LAG))
                .flatMap(Optional::stream)
                .forEach(row -> all.add(plain(window, row)));
        event(window, CPU)
                .ifPresent(event -> all.add(part(window, event, hotspot(comparison, event))));
        window.events().stream()
                .filter(event -> event.event() == CPU || event.event() == ALLOC)
                .forEach(event -> all.add(oneSided(comparison, window, event)));
        return all;
    }

    /// The time in the service stands for a latency that is too coarse to be tested.
    private static Optional<Row> latency(WindowComparison window, String seen, String served) {
        return figure(window, seen)
                .filter(row -> row.note() == null)
                .or(() -> figure(window, served))
                .or(() -> figure(window, seen));
    }

    /// What could change the decision although the short table does not show it.
    private static Stream<Measure> others(WindowComparison window) {
        return Stream.of(Figures.P90, Figures.THROUGHPUT, Figures.DELIVERED)
                .flatMap(name -> figure(window, name).stream())
                .map(row -> plain(window, row));
    }

    /// All changes with a verdict, worst first. Parts that overlap, such as a subsystem and the one
    /// that calls it, are one finding: the largest part of a profile stands for them.
    static List<Measure> findings(Comparison comparison) {
        List<Measure> found = new ArrayList<>();
        for (WindowComparison window : comparison.windows()) {
            List<Measure> all =
                    Stream.concat(of(comparison, window).stream(), others(window))
                            .filter(m -> m.role != Role.EXPLAINS && isFinding(m.row))
                            .toList();
            found.addAll(all);
            for (EventComparison event : window.events()) {
                Stream.of(Verdict.REGRESSED, Verdict.IMPROVED)
                        .filter(verdict ->
                                all.stream()
                                        .filter(m -> m.event == event.event())
                                        .noneMatch(m -> m.row.verdict() == verdict))
                        .flatMap(verdict -> largestPart(comparison, event, verdict).stream())
                        .forEach(row -> found.add(part(window, event, row)));
            }
        }
        found.sort(
                Comparator.comparingInt(Measure::rank)
                        .thenComparing(m -> !m.isCost())
                        .thenComparing(Comparator.comparingDouble(Measure::size).reversed()));
        return found;
    }

    /// The number of rows with a verdict of change, with parts that overlap.
    static long found(Comparison comparison) {
        return comparison.windows().stream()
                .flatMap(window -> window.tables().stream())
                .flatMap(table -> table.rows().stream())
                .filter(Measure::isFinding)
                .count();
    }

    private int rank() {
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
                event(window, event)
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
                && event(window, event).filter(e -> e.net().rows().contains(row)).isPresent();
    }

    /// The words for a table.
    String words() {
        Optional<EventComparison> of = event(window, event).filter(_ -> role == Role.MOVED);
        return of.flatMap(e -> total(window, e))
                .map(total ->
                        "%s; %s (%s, %s)"
                                .formatted(
                                        words(row),
                                        of.filter(e -> isExcluded(window, e)).isPresent()
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

    private static Measure plain(WindowComparison window, Row row) {
        @Nullable String part =
                isFinding(row) ? ElapsedParts.largestChange(window, row).orElse(null) : null;
        return new Measure(window, row.name().replace(", ", " "), row, Role.DECIDES, null, part);
    }

    private static Measure total(
            Comparison comparison,
            WindowComparison window,
            String label,
            Row row,
            ProfileEvent event) {
        @Nullable String part =
                event(window, event)
                        .flatMap(e -> largestPart(comparison, e, row.verdict()))
                        .map(Row::name)
                        .orElse(null);
        return new Measure(window, label, row, Role.DECIDES, event, part);
    }

    private static Measure part(WindowComparison window, EventComparison event, Row row) {
        String cost = Captions.eventName(event.event());
        String label =
                SubsystemNames.of(
                        cost + " per " + ReportNumbers.operation(window.per()),
                        SubsystemNames.noun(row.name()));
        return new Measure(window, label, row, Role.EXPLAINS, event.event(), null);
    }

    private static Measure oneSided(
            Comparison comparison, WindowComparison window, EventComparison event) {
        Row net = event.net().rows().getFirst();
        boolean grows = net.change() != null && net.change() > 0;
        @Nullable String largest =
                event.appeared().rows().stream()
                        .filter(row -> row.change() != null && row.change() > 0 == grows)
                        .max(Comparator.comparingDouble(row -> Math.abs(change(row))))
                        .map(Row::name)
                        .orElse(null);
        return new Measure(
                window,
                Captions.eventName(event.event()) + " of code only in A or only in B",
                net,
                isFinding(net) && hasMoved(comparison, window, event) ? Role.MOVED : Role.DECIDES,
                event.event(),
                largest);
    }

    /// True when the total excludes the change of the net. New code always costs something; where
    /// it replaces work in code of both variants, the total shows what the net alone cannot. Where
    /// the total is too uncertain to tell, a window with more samples tells it.
    private static boolean hasMoved(
            Comparison comparison, WindowComparison window, EventComparison event) {
        return isExcluded(window, event)
                || (total(window, event).filter(row -> !isFinding(row)).isPresent()
                        && comparison.windows().stream()
                                .anyMatch(other ->
                                        event(other, event.event())
                                                .filter(e -> samples(e) > samples(event))
                                                .filter(e -> isExcluded(other, e))
                                                .filter(e -> verdict(e) == verdict(event))
                                                .isPresent()));
    }

    private static long samples(EventComparison event) {
        return Collections.min(event.samples());
    }

    private static @Nullable Verdict verdict(EventComparison event) {
        return event.net().rows().getFirst().verdict();
    }

    /// The figure that decides about the event, where the window lets it be compared.
    private static Optional<Row> total(WindowComparison window, EventComparison event) {
        return decider(window, event.event())
                .filter(row -> row.verdict() != Verdict.NOT_COMPARABLE);
    }

    private static boolean isExcluded(WindowComparison window, EventComparison event) {
        Row net = event.net().rows().getFirst();
        Optional<Row> total = total(window, event);
        Interval part = net.interval();
        Interval all = total.map(Row::interval).orElse(null);
        Double ofPart = event.total().a().mean();
        Double ofAll = total.map(row -> row.a().mean()).orElse(null);
        if (part == null || all == null || ofPart == null || ofAll == null) {
            return false;
        }
        return change(net) > 0
                ? part.low() * ofPart > all.high() * ofAll
                : part.high() * ofPart < all.low() * ofAll;
    }

    private static double change(Row row) {
        return row.change() == null ? 0 : row.change();
    }

    /// `dev.cobnut.Order.decide` is `Order.decide`.
    static String shortName(String frame) {
        return frame.replaceFirst("^(?:[a-z_][\\w$]*\\.)+(?=[A-Z])", "");
    }

    /// The hotspot when it has that verdict, else the largest part that has it.
    private static Optional<Row> largestPart(
            Comparison comparison, EventComparison event, @Nullable Verdict verdict) {
        return parts(event)
                .filter(row -> row.verdict() == verdict)
                .max(
                        Comparator.comparing((Row row) -> row.name().equals(comparison.hotspot()))
                                .thenComparingDouble(row -> Math.abs(change(row))));
    }

    /// The subsystems with a verdict of change. A part within another one that changed in the same
    /// way is the same finding. Compiler, collector and profiler are not the service's own work.
    static Stream<Row> parts(EventComparison event) {
        List<Row> changed =
                event.inclusive().rows().stream()
                        .filter(row -> isFinding(row) && !Subsystems.NOT_OURS.contains(row.name()))
                        .toList();
        return changed.stream()
                .filter(row ->
                        changed.stream()
                                .noneMatch(outer ->
                                        outer.name().equals(event.within().get(row.name()))
                                                && outer.verdict() == row.verdict()));
    }

    static Row hotspot(Comparison comparison, EventComparison event) {
        return event.inclusive().row(comparison.hotspot());
    }

    /// CPU time without compiler, collector and profiler; all of it where there is no profile.
    static Optional<Row> cpu(WindowComparison window) {
        return figure(window, Figures.OUR_CPU).or(() -> figure(window, Figures.PROCESS_CPU));
    }

    /// The figure that decides about an event; none for elapsed time and locks.
    static Optional<Row> decider(WindowComparison window, ProfileEvent event) {
        return switch (event) {
            case CPU -> cpu(window);
            case ALLOC -> figure(window, Figures.ALLOCATED);
            case WALL, LOCK -> Optional.empty();
        };
    }

    private static Optional<Row> figure(WindowComparison window, String name) {
        return window.figures().find(name);
    }

    private static Optional<EventComparison> event(
            WindowComparison window, @Nullable ProfileEvent event) {
        return window.events().stream().filter(e -> e.event() == event).findFirst();
    }
}
