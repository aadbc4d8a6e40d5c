package dev.cobnut.lab.session;

import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Backlog;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The load of one run, from its first request to its last, and where in it the windows are.
///
/// ```text
/// segment   one load generator:   │ warm-up or lead-in │ window │ tail │ lead-in │ window │ tail │
///                                  └────── phase, one rate ───────────┘└──────── phase ──────────┘
/// ```
///
/// A window with a backlog is a segment of its own: nobody knows before how long it takes until its
/// events wait, and until they are delivered afterwards. A warm-up before it is a segment, too.
///
/// @param segments one after the other
record Schedule(List<Segment> segments) {

    /// The rate is as planned from before a window's begin until after its end.
    static final Duration LEAD_IN = Duration.ofSeconds(5);

    /// A window begins as many moments later as the profiler needs to start, and ends later, too.
    static final Duration TAIL = Duration.ofSeconds(5);

    /// What one load generator does.
    ///
    /// @param backlog that is to wait before it begins; null for none
    /// @param windows in their order; none for a mere warm-up
    record Segment(@Nullable Backlog backlog, List<Phase> phases, List<TimedWindow> windows) {}

    /// @param perSecond requests
    /// @param from the begin of the segment
    record TimedWindow(WindowPlan plan, double perSecond, Duration from) {

        Duration to() {
            return from.plus(plan.length());
        }
    }

    /// @param rates requests per second of a window
    static Schedule of(SessionPlan plan, ToDoubleFunction<WindowPlan> rates) {
        List<Segment> segments = new ArrayList<>();
        List<Phase> phases = new ArrayList<>();
        List<TimedWindow> windows = new ArrayList<>();
        Duration at = Duration.ZERO;
        Duration before = plan.load().warmUp();
        WindowPlan first = plan.windows().getFirst();
        for (Phase step : warmUp(rates.applyAsDouble(first), whole(before))) {
            phases.add(step);
            at = at.plus(step.length());
        }
        before = whole(before).minus(at);
        if (first.backlog() != null) {
            phases.add(new Phase("warm-up", rates.applyAsDouble(first), before));
            segments.add(new Segment(null, List.copyOf(phases), List.of()));
            phases.clear();
            before = LEAD_IN;
        }
        for (WindowPlan window : plan.windows()) {
            double rate = rates.applyAsDouble(window);
            Duration lead = whole(before);
            Duration length = lead.plus(whole(window.length())).plus(TAIL);
            Phase phase = new Phase(window.name(), rate, length);
            if (window.backlog() != null) {
                end(segments, phases, windows);
                at = Duration.ZERO;
                segments.add(
                        new Segment(
                                window.backlog(),
                                List.of(phase),
                                List.of(new TimedWindow(window, rate, lead))));
            } else {
                phases.add(phase);
                windows.add(new TimedWindow(window, rate, at.plus(lead)));
                at = at.plus(length);
            }
            before = LEAD_IN;
        }
        end(segments, phases, windows);
        return new Schedule(List.copyOf(segments));
    }

    /// How long the load takes, without what nobody knows before.
    Duration length() {
        return segments.stream()
                .flatMap(segment -> segment.phases().stream())
                .map(Phase::length)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// The first half of it: a quarter of the rate, then a half. A JVM that has just started keeps
    /// up with less. That alone does not save a warm-up of a few seconds at a high rate.
    private static List<Phase> warmUp(double perSecond, Duration length) {
        Duration step = Duration.ofSeconds(length.toSeconds() / 4);
        return step.isZero()
                ? List.of()
                : List.of(
                        new Phase("warm-up, a quarter", perSecond / 4, step),
                        new Phase("warm-up, a half", perSecond / 2, step));
    }

    private static void end(List<Segment> segments, List<Phase> phases, List<TimedWindow> windows) {
        if (!windows.isEmpty()) {
            segments.add(new Segment(null, List.copyOf(phases), List.copyOf(windows)));
            phases.clear();
            windows.clear();
        }
    }

    /// Whole seconds, for the generator plans in them.
    private static Duration whole(Duration length) {
        return Duration.ofSeconds(length.plusSeconds(1).minusNanos(1).toSeconds());
    }
}
