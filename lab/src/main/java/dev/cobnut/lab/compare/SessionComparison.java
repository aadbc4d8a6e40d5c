package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.Families;
import dev.cobnut.lab.compare.Comparison.Rules;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.measurement.Histograms;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.statistics.Correction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Computes a [Comparison] in three steps: all tables of all windows without verdicts, the
/// correction over all of them, the verdicts.
final class SessionComparison {

    /// Smallest change of a part that matters: 1 % of the whole, or the plan's threshold when that
    /// is smaller.
    private static final double PART = 0.01;

    /// The share of the error rate that the first figures have before all other rows.
    private static final double FIRST = 0.25;

    private final RecordedSession session;
    private final Rules rules;

    SessionComparison(RecordedSession session) {
        this.session = session;
        SessionPlan.Thresholds thresholds = session.plan().thresholds();
        rules =
                new Rules(
                        thresholds.practical(),
                        Math.min(PART, thresholds.practical()),
                        thresholds.regressed(),
                        thresholds.falseDiscoveryRate());
    }

    Comparison compare() {
        List<WindowComparison> unjudged =
                session.plan().windows().stream().map(this::window).toList();
        double rate = rules.falseDiscoveryRate();
        Correction ofFirst =
                Correction.together(
                        p(unjudged, w -> Stream.of(figures(w, true)).filter(_ -> isSettled(w))),
                        rate,
                        FIRST);
        Correction ofRest =
                Correction.of(
                        p(
                                unjudged.stream()
                                        .filter(w -> w.comparability().comparable())
                                        .toList(),
                                w ->
                                        isSettled(w)
                                                ? Stream.concat(
                                                        Stream.of(figures(w, false)), w.parts())
                                                : w.events().stream().map(EventComparison::net)),
                        rate,
                        ofFirst.selected() > 0 ? 1 : 1 - FIRST);
        Run first =
                session.runs().stream()
                        .min(Comparator.comparing(Run::startedAt))
                        .orElseThrow(
                                () -> new IllegalArgumentException("The session has no runs."));
        return new Comparison(
                session.plan().name(),
                session.plan().title(),
                session.plan().question().strip(),
                session.plan().hotspot(),
                first.startedAt(),
                session.isSameVariants(),
                session.plan().inUse(),
                rules,
                first.host(),
                SessionPlan.VARIANTS.stream().map(this::variant).toList(),
                new Families(
                        ofFirst.tables() + ofRest.tables(),
                        ofFirst.selected() + ofRest.selected(),
                        ofFirst.rows() + ofRest.rows()),
                unjudged.stream().map(window -> judged(window, ofFirst, ofRest)).toList());
    }

    /// True when all rows get verdicts.
    private static boolean isSettled(WindowComparison window) {
        WindowComparability gate = window.comparability();
        return gate.comparable() && gate.unsettled().isEmpty();
    }

    /// @param isFirst true for the first figures, false for the others
    private static RowFamily figures(WindowComparison window, boolean isFirst) {
        return new RowFamily(
                window.figures().id(),
                window.figures().rows().stream()
                        .filter(row -> Figures.isFirst(row) == isFirst)
                        .toList());
    }

    private static List<List<@Nullable Double>> p(
            List<WindowComparison> windows, Function<WindowComparison, Stream<RowFamily>> tables) {
        return windows.stream().flatMap(tables).map(t -> VerdictRule.p(t.rows())).toList();
    }

    private Variant variant(String id) {
        List<Run> runs = session.runs(id);
        SessionPlan.@Nullable Variant plan = session.plan().variants().get(id);
        return new Variant(
                id,
                plan == null ? id : plan.title(),
                runs.stream().map(Run::commit).distinct().toList(),
                runs.getFirst().jvmFlags(),
                runs.getFirst().arguments(),
                runs.getFirst().plugins(),
                runs.stream().map(Run::id).toList(),
                Rounding.rounded(runs.stream().mapToLong(Run::startToReadyMs).average().orElse(0)));
    }

    private WindowComparison window(WindowPlan plan) {
        WindowRuns arms = WindowRuns.of(session, plan.name(), plan.per());
        Map<ProfileEvent, EventTables> tables = new EnumMap<>(ProfileEvent.class);
        if (!arms.a().isEmpty() && !arms.b().isEmpty()) {
            Map<ProfileEvent, StackTable> stacks =
                    session.stacks().getOrDefault(plan.name(), Map.of());
            stacks.forEach((event, table) -> {
                if (EventTables.isProfiled(table, arms)) {
                    tables.put(event, tables(table.withoutEndpoints(), arms));
                }
            });
        }
        RowFamily figures = Figures.of(arms, tables, rules.practical());
        List<EventComparison> events = new ArrayList<>();
        tables.forEach((event, of) -> events.add(of.compare(figures.row(Figures.total(event)))));
        return new WindowComparison(
                plan.name(),
                plan.per(),
                List.of(ids(arms.a()), ids(arms.b())),
                planned(arms),
                mean(arms, m -> m.window().seconds()),
                Gate.check(session, plan.name(), arms, compilerShares(events)),
                figures,
                latencies(arms),
                SpanTable.of(arms, rules.practical()),
                List.copyOf(events));
    }

    private static @Nullable List<Window.Latency> latencies(WindowRuns arms) {
        List<Window.Latency> merged =
                Stream.of(arms.a(), arms.b())
                        .map(arm ->
                                Histograms.merged(
                                        arm.stream()
                                                .<Window.@Nullable Latency>map(
                                                        m -> m.window().load().latencyMs())
                                                .toList()))
                        .filter(Objects::nonNull)
                        .toList();
        return merged.size() == 2 ? merged : null;
    }

    private static @Nullable Double planned(WindowRuns arms) {
        List<Double> planned =
                arms.all().stream()
                        .map(m -> m.window().load().plannedPerSecond())
                        .filter(Objects::nonNull)
                        .toList();
        return planned.size() < arms.all().size()
                ? null
                : Double.valueOf(
                        mean(
                                arms,
                                m -> Objects.requireNonNull(m.window().load().plannedPerSecond())));
    }

    private static List<String> ids(List<WindowRuns.RunWindow> arm) {
        return arm.stream().map(m -> m.run().id()).toList();
    }

    private EventTables tables(StackTable table, WindowRuns arms) {
        return new EventTables(
                table, arms, session.subsystems(), session.plan().hotspot(), rules.part());
    }

    private static double mean(WindowRuns arms, ToDoubleFunction<WindowRuns.RunWindow> value) {
        return Rounding.rounded(arms.all().stream().mapToDouble(value).average().orElse(0));
    }

    private static @Nullable List<Double> compilerShares(List<EventComparison> events) {
        return events.stream()
                .filter(event -> event.event() == ProfileEvent.CPU)
                .flatMap(event -> event.exclusive().find("jit" + EventTables.ITSELF).stream())
                .map(row -> List.of(share(row.a()), share(row.b())))
                .findFirst()
                .orElse(null);
    }

    private static double share(Row.Side side) {
        return side.share() == null ? 0 : side.share();
    }

    private WindowComparison judged(
            WindowComparison window, Correction ofFirst, Correction ofRest) {
        VerdictRule ofNet =
                new VerdictRule(window.comparability().comparable(), rules.falseDiscoveryRate());
        VerdictRule judge = new VerdictRule(isSettled(window), rules.falseDiscoveryRate());
        RowFamily judgedFirst = judged(figures(window, true), ofFirst, judge);
        RowFamily judgedRest = judged(figures(window, false), ofRest, judge);
        RowFamily figures =
                new RowFamily(
                        window.figures().id(),
                        window.figures().rows().stream()
                                .map(row ->
                                        (Figures.isFirst(row) ? judgedFirst : judgedRest)
                                                .row(row.name()))
                                .toList());
        return new WindowComparison(
                window.name(),
                window.per(),
                window.runs(),
                window.plannedPerSecond(),
                window.seconds(),
                window.comparability(),
                figures,
                window.latencies(),
                window.spans(),
                window.events().stream()
                        .map(event ->
                                new EventComparison(
                                        event.event(),
                                        event.engine(),
                                        event.interval(),
                                        event.samples(),
                                        event.coverage(),
                                        figures.row(Figures.total(event.event())),
                                        judged(event.exclusive(), ofRest, judge),
                                        judged(event.inclusive(), ofRest, judge),
                                        event.within(),
                                        judged(event.frames(), ofRest, judge),
                                        event.appeared(),
                                        judged(event.net(), ofRest, ofNet),
                                        event.hotspotLeaves()))
                        .toList());
    }

    private static RowFamily judged(RowFamily table, Correction correction, VerdictRule judge) {
        return new RowFamily(table.id(), judge.judge(table.rows(), correction));
    }
}
