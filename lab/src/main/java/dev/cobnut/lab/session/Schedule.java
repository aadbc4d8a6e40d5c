package dev.cobnut.lab.session;

import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Backlog;
import dev.cobnut.lab.plan.SessionPlan.WindowPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The load of one run from its first request to its last, with the positions of its windows.
///
/// ```text
/// warm-up   a quarter of the rate │ half of it │ the rate, until the service is steady
/// segment   │ lead-in │ window │ tail │ lead-in │ window │ tail │
///            └──── phase, one rate ───┘└──────── phase ─────────┘
/// ```
///
/// A window with a backlog is a separate segment, because the time to build up the backlog and to
/// deliver it afterwards is unknown. So is every window of a load that is a command, because a
/// command has one rate.
///
/// @param warmUp ends early when the service is steady
/// @param steadyFrom time of the warm-up's full rate
/// @param segments in sequence
record Schedule(List<Phase> warmUp, Duration steadyFrom, List<Segment> segments) {

    /// The planned rate starts this long before a window.
    static final Duration LEAD_IN = Duration.ofSeconds(5);

    /// The planned rate lasts this long after a window. A window starts and ends late by the time
    /// that the profiler needs to start.
    static final Duration TAIL = Duration.ofSeconds(5);

    /// The work of one load generator.
    ///
    /// @param backlog events that must wait before it begins; null for none
    /// @param windows in their order, at least one
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
        Duration warmUp = whole(plan.load().warmUp());
        Duration max = whole(plan.load().steady().max());
        double full = rates.applyAsDouble(plan.windows().getFirst());
        List<Phase> rising = rising(full, warmUp);
        Duration steadyFrom =
                rising.stream().map(Phase::length).reduce(Duration.ZERO, Duration::plus);
        List<Phase> before = new ArrayList<>(rising);
        before.add(
                new Phase(
                        "warm-up",
                        full,
                        (max.compareTo(warmUp) > 0 ? max : warmUp).minus(steadyFrom)));
        for (WindowPlan window : plan.windows()) {
            double rate = rates.applyAsDouble(window);
            Duration length = LEAD_IN.plus(whole(window.length())).plus(TAIL);
            Phase phase = new Phase(window.name(), rate, length);
            if (window.backlog() != null || plan.load().command() != null) {
                end(segments, phases, windows);
                at = Duration.ZERO;
                segments.add(
                        new Segment(
                                window.backlog(),
                                List.of(phase),
                                List.of(new TimedWindow(window, rate, LEAD_IN))));
            } else {
                phases.add(phase);
                windows.add(new TimedWindow(window, rate, at.plus(LEAD_IN)));
                at = at.plus(length);
            }
        }
        end(segments, phases, windows);
        return new Schedule(List.copyOf(before), steadyFrom, List.copyOf(segments));
    }

    /// The longest duration of the load, without the parts whose length is unknown.
    Duration length() {
        return Stream.concat(
                        warmUp.stream(),
                        segments.stream().flatMap(segment -> segment.phases().stream()))
                .map(Phase::length)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /// The first half of the warm-up: a quarter of the rate, then half of it. A JVM that has just
    /// started sustains less than the full rate. This does not help a warm-up of a few seconds at a
    /// high rate.
    private static List<Phase> rising(double perSecond, Duration length) {
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
