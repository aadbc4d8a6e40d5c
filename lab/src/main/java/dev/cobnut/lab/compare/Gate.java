package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.WindowComparability.DoubtfulRun;
import dev.cobnut.lab.compare.WindowRuns.RunWindow;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.measurement.Window.Profile;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks for one window that A and B were measured in the same way.
///
/// A run is *doubtful* when other processes used the machine, when the load that arrived differs
/// from the planned load, or when answers were errors. A doubtful run still counts, because
/// removing runs after seeing them could produce any result. The report names it. When more than a
/// third of a variant's runs are doubtful, the window is not compared.
final class Gate {

    /// Smallest relative difference between arrived and planned load that makes a run doubtful.
    private static final double LOAD_MAX = 0.02;

    /// Smallest number of errors per request that makes a run doubtful.
    private static final double ERRORS_MAX = 0.001;

    private static final double DOUBTFUL_MAX = 1 / 3.0;
    private static final double PLANNED_MAX = 0.001;
    private static final double SECONDS_MAX = 0.05;
    private static final double COVERAGE_DIFFERENCE_MAX = 0.1;
    private static final double COVERAGE_MIN = 0.5;

    /// Greatest relative difference between the backlogs of A and B at the start of the window.
    /// Differences below `BACKLOG_LEAST` events are ignored.
    private static final double BACKLOG_MAX = 0.1;

    private static final long BACKLOG_LEAST = 100;

    /// The compiler's share of the CPU samples above which the code is still too much interpreted,
    /// or compiled without optimization, to stand for the service.
    private static final double COMPILER_MAX = 0.25;

    private final RecordedSession session;
    private final WindowRuns arms;
    private final List<String> refusals = new ArrayList<>();
    private final List<String> unsettled = new ArrayList<>();
    private final List<String> cautions = new ArrayList<>();
    private final List<DoubtfulRun> doubtful = new ArrayList<>();

    private Gate(RecordedSession session, WindowRuns arms) {
        this.session = session;
        this.arms = arms;
    }

    /// @param compilerShares share of the compiler in the CPU samples of A and of B; null without a
    ///   CPU profile
    static WindowComparability check(
            RecordedSession session,
            String window,
            WindowRuns arms,
            @Nullable List<Double> compilerShares) {
        Gate gate = new Gate(session, arms);
        gate.everyRunHas(window);
        gate.doubtfulRuns();
        gate.steadyStates();
        gate.setUp();
        gate.load();
        Map<String, List<String>> partial = new LinkedHashMap<>();
        for (ProfileEvent event : ProfileEvent.values()) {
            gate.profile(event, partial);
        }
        partial.forEach((runs, events) ->
                gate.cautions.add(
                        "Only %s have a profile of %s; these tables are left out."
                                .formatted(runs, String.join(", ", events))));
        if (compilerShares != null) {
            gate.warmUp(compilerShares);
        }
        return new WindowComparability(
                List.copyOf(gate.refusals),
                List.copyOf(gate.unsettled),
                List.copyOf(gate.cautions),
                List.copyOf(gate.doubtful));
    }

    private void everyRunHas(String window) {
        List<String> without =
                session.runs().stream()
                        .filter(run ->
                                run.windows().stream().noneMatch(w -> w.name().equals(window)))
                        .map(Run::id)
                        .toList();
        if (!without.isEmpty()) {
            cautions.add("The window is missing in %s.".formatted(String.join(", ", without)));
        }
        if (arms.a().size() < SessionPlan.RUNS_MIN || arms.b().size() < SessionPlan.RUNS_MIN) {
            refusals.add(
                    "A has %d and B has %d runs with this window; at least %d of each are needed."
                            .formatted(arms.a().size(), arms.b().size(), SessionPlan.RUNS_MIN));
        }
    }

    private void doubtfulRuns() {
        for (RunWindow measured : arms.all()) {
            List<String> reasons = doubts(measured.window());
            if (!reasons.isEmpty()) {
                doubtful.add(new DoubtfulRun(measured.run().id(), reasons));
            }
        }
        tooMany("A", arms.a());
        tooMany("B", arms.b());
    }

    private static List<String> doubts(Window window) {
        List<String> reasons = new ArrayList<>(window.contamination());
        Window.Load load = window.load();
        @Nullable Double planned = load.plannedPerSecond();
        if (planned != null && !(Math.abs(load.arrivedPerSecond() / planned - 1) <= LOAD_MAX)) {
            reasons.add(
                    "%s requests/s arrived, %s were planned."
                            .formatted(number(load.arrivedPerSecond()), number(planned)));
        }
        long errors = load.errors().values().stream().mapToLong(Long::longValue).sum();
        if (errors > ERRORS_MAX * (load.succeeded() + errors)) {
            reasons.add(
                    "%d of %d answers were errors.".formatted(errors, load.succeeded() + errors));
        }
        return List.copyOf(reasons);
    }

    private void tooMany(String variant, List<RunWindow> arm) {
        long count =
                arm.stream()
                        .filter(m -> doubtful.stream().anyMatch(d -> d.run().equals(m.run().id())))
                        .count();
        if (count > DOUBTFUL_MAX * arm.size()) {
            refusals.add(
                    "%d of %d runs of %s are doubtful; more than a third is too many."
                            .formatted(count, arm.size(), variant));
        }
    }

    private void setUp() {
        same("The host", arms.all(), m -> m.run().host().toString());
        same("The JVM flag list, without what the plan changes,", arms.all(), this::otherFlags);
        for (List<RunWindow> arm : List.of(arms.a(), arms.b())) {
            String variant = arm.isEmpty() ? "" : " of " + arm.getFirst().run().variant();
            same("The commit" + variant, arm, m -> m.run().commit());
            same("The arguments" + variant, arm, m -> m.run().arguments().toString());
            same("The plug-ins" + variant, arm, m -> m.run().plugins().toString());
        }
    }

    private String otherFlags(RunWindow measured) {
        SessionPlan.@Nullable Variant variant =
                session.plan().variants().get(measured.run().variant());
        List<String> flags = new ArrayList<>(measured.run().jvmFlags());
        if (variant != null) {
            // The plan's flags are behind the service's own, which may have the same.
            variant.jvm().forEach(flags.reversed()::remove);
        }
        return flags.toString();
    }

    private void load() {
        List<RunWindow> all = arms.all();
        if (spread(all, Gate::planned) > PLANNED_MAX) {
            same("The planned load", all, m -> number(planned(m)) + "/s");
        }
        if (all.stream().anyMatch(m -> m.window().load().latencyMs() == null)) {
            cautions.add(
                    "The load was a command: its answers were counted by the service, with those that were errors, and latency was not measured.");
        }
        if (spread(all, m -> m.window().seconds()) > SECONDS_MAX) {
            same("The length of the window", all, m -> number(m.window().seconds()) + " s");
        }
        double a = mean(arms.a(), m -> m.window().service().pendingAtStart());
        double b = mean(arms.b(), m -> m.window().service().pendingAtStart());
        boolean backlog =
                session.plan().windows().stream()
                        .anyMatch(w -> w.backlog() != null && w.name().equals(windowName()));
        if (backlog && Math.abs(a - b) > Math.max(BACKLOG_LEAST, BACKLOG_MAX * Math.max(a, b))) {
            refusals.add(
                    "The windows began with different backlogs: %s events in A, %s in B."
                            .formatted(number(a), number(b)));
        }
    }

    private static double planned(RunWindow measured) {
        return Objects.requireNonNullElse(measured.window().load().plannedPerSecond(), 0.0);
    }

    private String windowName() {
        return arms.all().isEmpty() ? "" : arms.all().getFirst().window().name();
    }

    /// @param partial receives the event by the runs that have it, when others do not
    private void profile(ProfileEvent event, Map<String, List<String>> partial) {
        List<RunWindow> with =
                arms.all().stream().filter(m -> EventTables.profile(m, event) != null).toList();
        if (with.isEmpty()) {
            return;
        }
        if (with.size() < arms.all().size()) {
            partial.computeIfAbsent(ids(with), _ -> new ArrayList<>()).add(event.id());
            return;
        }
        same("The engine of " + event.id(), with, m -> of(m, event).engine());
        same(
                "The interval of " + event.id(),
                with,
                m -> of(m, event).interval() + " " + event.unit());
        if (event == ProfileEvent.CPU) {
            coverage(with);
        }
    }

    private void coverage(List<RunWindow> with) {
        List<RunWindow> known =
                with.stream().filter(m -> of(m, ProfileEvent.CPU).coverage() != null).toList();
        for (RunWindow measured : known) {
            double coverage = coverage(measured);
            if (coverage < COVERAGE_MIN) {
                cautions.add(
                        "The profile of %s covers %s %% of the process's CPU time."
                                .formatted(measured.run().id(), number(100 * coverage)));
            }
        }
        double a = mean(arms.a(), Gate::coverage);
        double b = mean(arms.b(), Gate::coverage);
        if (known.size() == with.size() && Math.abs(a - b) > COVERAGE_DIFFERENCE_MAX) {
            refusals.add(
                    "The profiles cover %s %% of the CPU time of A and %s %% of B's."
                            .formatted(number(100 * a), number(100 * b)));
        }
    }

    private static double coverage(RunWindow measured) {
        return Objects.requireNonNullElse(of(measured, ProfileEvent.CPU).coverage(), 0.0);
    }

    private void steadyStates() {
        List<RunWindow> unsteady =
                arms.all().stream()
                        .filter(m -> m.run().warmUp() != null && !m.run().warmUp().steady())
                        .toList();
        if (!unsteady.isEmpty()) {
            cautions.add(
                    "The warm-up ended before the service was steady in %s."
                            .formatted(ids(unsteady)));
        }
    }

    private void warmUp(List<Double> shares) {
        if (Collections.max(shares) > COMPILER_MAX) {
            unsettled.add(
                    WindowComparability.COMPILER
                            + "%s %% of A's CPU samples and %s %% of B's; the limit is %s %%."
                                    .formatted(
                                            number(100 * shares.getFirst()),
                                            number(100 * shares.getLast()),
                                            number(100 * COMPILER_MAX)));
        }
    }

    /// Refuses the window when the values differ, and lists the runs for each value.
    private void same(String what, List<RunWindow> of, Function<RunWindow, String> value) {
        Map<String, List<RunWindow>> byValue =
                of.stream()
                        .collect(
                                Collectors.groupingBy(
                                        value, LinkedHashMap::new, Collectors.toList()));
        if (byValue.size() > 1) {
            Set<String> parts = new LinkedHashSet<>();
            byValue.forEach((text, who) -> parts.add("%s in %s".formatted(text, ids(who))));
            refusals.add("%s differs: %s.".formatted(what, String.join("; ", parts)));
        }
    }

    private static String ids(List<RunWindow> runs) {
        return runs.stream().map(m -> m.run().id()).collect(Collectors.joining(", "));
    }

    private static Profile of(RunWindow measured, ProfileEvent event) {
        return Objects.requireNonNull(EventTables.profile(measured, event));
    }

    private static double mean(List<RunWindow> arm, Function<RunWindow, Number> value) {
        return arm.stream().mapToDouble(m -> value.apply(m).doubleValue()).average().orElse(0);
    }

    /// The relative difference between the largest and the smallest value.
    private static double spread(List<RunWindow> of, Function<RunWindow, Double> value) {
        double least = of.stream().mapToDouble(value::apply).min().orElse(0);
        double most = of.stream().mapToDouble(value::apply).max().orElse(0);
        return most == least ? 0 : most / least - 1;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }
}
