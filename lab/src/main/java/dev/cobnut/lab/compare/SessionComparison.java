package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Comparison.Families;
import dev.cobnut.lab.compare.Comparison.Rules;
import dev.cobnut.lab.compare.Comparison.Variant;
import dev.cobnut.lab.compare.Comparison.WindowComparison;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.statistics.Correction;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Computes a [Comparison] in three steps: all tables of all windows without verdicts, the
/// correction over all of them, the verdicts.
final class SessionComparison {

    /// Smallest change of a part that matters: 1 % of the whole, or the plan's threshold when that
    /// is smaller.
    private static final double PART = 0.01;

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
        List<List<@Nullable Double>> p =
                unjudged.stream()
                        .flatMap(window -> window.tables().stream())
                        .map(SessionComparison::pValues)
                        .toList();
        Correction correction = Correction.of(p, rules.falseDiscoveryRate());
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
                LocalDate.ofInstant(first.startedAt(), ZoneOffset.UTC),
                session.isSameVariants(),
                rules,
                first.host(),
                SessionPlan.VARIANTS.stream().map(this::variant).toList(),
                new Families(correction.tables(), correction.selected(), correction.rows()),
                unjudged.stream().map(window -> judged(window, correction)).toList());
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
                    tables.put(event, tables(table, arms));
                }
            });
        }
        Table figures = Figures.of(arms, tables, rules.practical());
        List<EventComparison> events = new ArrayList<>();
        tables.forEach((event, of) -> events.add(of.compare(figures.row(Figures.total(event)))));
        return new WindowComparison(
                plan.name(),
                plan.per(),
                List.of(ids(arms.a()), ids(arms.b())),
                mean(arms, m -> m.window().load().plannedPerSecond()),
                mean(arms, m -> m.window().seconds()),
                Gate.check(session, plan.name(), arms, compilerShares(events)),
                figures,
                SpanTable.of(arms, rules.practical()),
                List.copyOf(events));
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
                .flatMap(event -> event.exclusive().rows().stream())
                .filter(row -> row.name().equals("jit"))
                .map(row -> List.of(share(row.a()), share(row.b())))
                .findFirst()
                .orElse(null);
    }

    private static double share(Row.Side side) {
        return side.share() == null ? 0 : side.share();
    }

    private static List<@Nullable Double> pValues(Table table) {
        return table.rows().stream().<@Nullable Double>map(Row::p).toList();
    }

    private WindowComparison judged(WindowComparison window, Correction correction) {
        VerdictRule judge =
                new VerdictRule(window.comparability().comparable(), rules.falseDiscoveryRate());
        Table figures = judged(window.figures(), correction, judge);
        return new WindowComparison(
                window.name(),
                window.per(),
                window.runs(),
                window.plannedPerSecond(),
                window.seconds(),
                window.comparability(),
                figures,
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
                                        judged(event.exclusive(), correction, judge),
                                        judged(event.inclusive(), correction, judge),
                                        judged(event.frames(), correction, judge),
                                        event.appeared(),
                                        judged(event.net(), correction, judge),
                                        event.hotspotLeaves()))
                        .toList());
    }

    private static Table judged(Table table, Correction correction, VerdictRule judge) {
        Iterator<@Nullable Double> adjusted = correction.adjust(pValues(table)).iterator();
        return new Table(
                table.id(),
                table.gates(),
                table.rows().stream().map(row -> judge.judge(row, adjusted.next())).toList());
    }
}
