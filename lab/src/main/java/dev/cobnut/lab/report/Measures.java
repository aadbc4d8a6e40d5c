package dev.cobnut.lab.report;

import static dev.cobnut.lab.stacks.ProfileEvent.ALLOC;
import static dev.cobnut.lab.stacks.ProfileEvent.CPU;

import dev.cobnut.lab.compare.Comparison;
import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.compare.Figures;
import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Verdict;
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

/// Selects the rows of a comparison that are measures: those that the decision rests on, and all
/// changes with a verdict.
final class Measures {

    private Measures() {}

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
                            .filter(m ->
                                    m.role() != Measure.Role.EXPLAINS && Measure.isFinding(m.row()))
                            .toList();
            found.addAll(all);
            for (EventComparison event : window.events()) {
                Stream.of(Verdict.REGRESSED, Verdict.IMPROVED)
                        .filter(verdict ->
                                all.stream()
                                        .filter(m -> m.event() == event.event())
                                        .noneMatch(m -> m.row().verdict() == verdict))
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

    private static Measure plain(WindowComparison window, Row row) {
        @Nullable String part =
                Measure.isFinding(row)
                        ? ElapsedParts.largestChange(window, row).orElse(null)
                        : null;
        return new Measure(
                window, row.name().replace(", ", " "), row, Measure.Role.DECIDES, null, part);
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
        return new Measure(window, label, row, Measure.Role.DECIDES, event, part);
    }

    private static Measure part(WindowComparison window, EventComparison event, Row row) {
        String cost = Captions.eventName(event.event());
        String label =
                SubsystemNames.of(
                        cost + " per " + ReportNumbers.operation(window.per()),
                        SubsystemNames.noun(row.name()));
        return new Measure(window, label, row, Measure.Role.EXPLAINS, event.event(), null);
    }

    private static Measure oneSided(
            Comparison comparison, WindowComparison window, EventComparison event) {
        Row net = event.net().rows().getFirst();
        boolean grows = net.change() != null && net.change() > 0;
        @Nullable String largest =
                event.appeared().rows().stream()
                        .filter(row -> row.change() != null && row.change() > 0 == grows)
                        .max(Comparator.comparingDouble(row -> Math.abs(Measure.change(row))))
                        .map(Row::name)
                        .orElse(null);
        return new Measure(
                window,
                Captions.eventName(event.event()) + " of code only in A or only in B",
                net,
                Measure.isFinding(net) && hasMoved(comparison, window, event)
                        ? Measure.Role.MOVED
                        : Measure.Role.DECIDES,
                event.event(),
                largest);
    }

    /// True when the total excludes the change of the net. New code always costs something; where
    /// it replaces work in code of both variants, the total shows what the net alone cannot. Where
    /// the total is too uncertain to tell, a window with more samples tells it.
    private static boolean hasMoved(
            Comparison comparison, WindowComparison window, EventComparison event) {
        return isExcluded(window, event)
                || (total(window, event).filter(row -> !Measure.isFinding(row)).isPresent()
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
    static Optional<Row> total(WindowComparison window, EventComparison event) {
        return decider(window, event.event())
                .filter(row -> row.verdict() != Verdict.NOT_COMPARABLE);
    }

    static boolean isExcluded(WindowComparison window, EventComparison event) {
        Row net = event.net().rows().getFirst();
        Optional<Row> total = total(window, event);
        Interval part = net.interval();
        Interval all = total.map(Row::interval).orElse(null);
        Double ofPart = event.total().a().mean();
        Double ofAll = total.map(row -> row.a().mean()).orElse(null);
        if (part == null || all == null || ofPart == null || ofAll == null) {
            return false;
        }
        return Measure.change(net) > 0
                ? part.low() * ofPart > all.high() * ofAll
                : part.high() * ofPart < all.low() * ofAll;
    }

    /// The hotspot when it has that verdict, else the largest part that has it.
    private static Optional<Row> largestPart(
            Comparison comparison, EventComparison event, @Nullable Verdict verdict) {
        return parts(event)
                .filter(row -> row.verdict() == verdict)
                .max(
                        Comparator.comparing((Row row) -> row.name().equals(comparison.hotspot()))
                                .thenComparingDouble(row -> Math.abs(Measure.change(row))));
    }

    /// The subsystems with a verdict of change. A part within another one that changed in the same
    /// way is the same finding. Compiler, collector and profiler are not the service's own work.
    static Stream<Row> parts(EventComparison event) {
        List<Row> changed =
                event.inclusive().rows().stream()
                        .filter(row ->
                                Measure.isFinding(row) && !Subsystems.NOT_OURS.contains(row.name()))
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

    static Optional<EventComparison> event(WindowComparison window, @Nullable ProfileEvent event) {
        return window.events().stream().filter(e -> e.event() == event).findFirst();
    }
}
