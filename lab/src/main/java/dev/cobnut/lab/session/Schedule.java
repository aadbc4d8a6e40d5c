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

/// The load of one run from its first request to its last, with the positions of its windows.
///
/// ```text
/// segment   one load generator:   │ warm-up or lead-in │ window │ tail │ lead-in │ window │ tail │
///                                  └────── phase, one rate ───────────┘└──────── phase ──────────┘
/// ```
///
/// A window with a backlog is a separate segment, because the time to build up the backlog and to
/// deliver it afterwards is unknown. A warm-up before such a window is a separate segment, too.
///
/// @param segments in sequence
record Schedule(List<Segment> segments) {

    /// The planned rate starts this long before a window.
    static final Duration LEAD_IN = Duration.ofSeconds(5);

    /// The planned rate lasts this long after a window. A window starts and ends late by the time
    /// that the profiler needs to start.
    static final Duration TAIL = Duration.ofSeconds(5);

    /// The work of one load generator.
    ///
    /// @param backlog events that must wait before it begins; null for none
    /// @param windows in their order; empty for a mere warm-up
    record Segment(@Nullable Backlog backlog, List<Phase> phases, List<TimedWindow> windows) {}

    /// @param perSecond requests per second
    /// @param from start of the window, relative to the start of the segment
    record TimedWindow(WindowPlan plan, double perSecond, Duration from) {

        Duration to() {
            return from.plus(plan.length());
        }
    }

    /// @param rates requests per second of each window
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

    /// The duration of the load, without the parts whose length is unknown.
    Duration length() {
        return segments.stream()
                .flatMap(segment -> segment.phases().stream())
                .map(Phase::length)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// The first half of the warm-up: a quarter of the rate, then half of it. A JVM that has just
    /// started sustains less than the full rate. This does not help a warm-up of a few seconds at a
    /// high rate.
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

    /// Rounds to whole seconds, because the generator plans in seconds.
    private static Duration whole(Duration length) {
        return Duration.ofSeconds(length.plusSeconds(1).minusNanos(1).toSeconds());
    }
}
