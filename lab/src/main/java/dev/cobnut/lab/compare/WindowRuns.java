package dev.cobnut.lab.compare;

import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.SessionPlan.Per;
import dev.cobnut.lab.statistics.Places;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The runs of one window, separated into A and B.
record WindowRuns(Per per, List<RunWindow> a, List<RunWindow> b) {

    /// The window of one run.
    record RunWindow(Run run, Window window) {

        /// The divisor of the window's costs. It is never zero, so that a run without operations
        /// shows its cost.
        double operations(Per per) {
            return Math.max(
                    1,
                    switch (per) {
                        case REQUEST -> window.service().requests();
                        case DELIVERED -> window.service().delivered();
                    });
        }
    }

    static WindowRuns of(RecordedSession session, String window, Per per) {
        return new WindowRuns(per, arm(session, "A", window), arm(session, "B", window));
    }

    private static List<RunWindow> arm(RecordedSession session, String variant, String window) {
        return session.runs().stream()
                .filter(run -> run.variant().equals(variant))
                .flatMap(run ->
                        run.windows().stream()
                                .filter(w -> w.name().equals(window))
                                .map(w -> new RunWindow(run, w)))
                .toList();
    }

    /// The places of the runs in the order of their starts.
    Places places() {
        List<Run> order =
                all().stream()
                        .map(RunWindow::run)
                        .sorted(Comparator.comparing(Run::startedAt))
                        .toList();
        return new Places(places(a, order), places(b, order));
    }

    private static double[] places(List<RunWindow> arm, List<Run> order) {
        return arm.stream().mapToDouble(m -> order.indexOf(m.run())).toArray();
    }

    List<RunWindow> all() {
        return Stream.concat(a.stream(), b.stream()).toList();
    }

    /// A row's two sides, computed from each window.
    Rows.Quantity row(
            String name,
            Unit unit,
            Row.Better better,
            Function<RunWindow, @Nullable Double> value,
            Function<RunWindow, Double> leastVariance) {
        return new Rows.Quantity(
                name,
                unit,
                better,
                Rows.side(a.stream().<@Nullable Double>map(value).toList()),
                Rows.side(b.stream().<@Nullable Double>map(value).toList()),
                mean(a, leastVariance),
                mean(b, leastVariance),
                places());
    }

    private static double mean(List<RunWindow> arm, Function<RunWindow, Double> value) {
        return arm.stream().mapToDouble(value::apply).average().orElse(0);
    }
}
