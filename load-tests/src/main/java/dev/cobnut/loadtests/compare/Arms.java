package dev.cobnut.loadtests.compare;

import dev.cobnut.loadtests.measurement.Run;
import dev.cobnut.loadtests.measurement.Window;
import dev.cobnut.loadtests.plan.SessionPlan.Per;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One window of a session: of every run its part, A's and B's.
record Arms(Per per, List<Measured> a, List<Measured> b) {

    /// One run's window.
    record Measured(Run run, Window window) {

        /// What its costs are divided by; never zero, so that a run without a single operation
        /// shows its cost rather than nothing.
        double operations(Per per) {
            return Math.max(
                    1,
                    switch (per) {
                        case REQUEST -> window.service().requests();
                        case DELIVERED -> window.service().delivered();
                    });
        }
    }

    static Arms of(RecordedSession session, String window, Per per) {
        return new Arms(per, arm(session, "A", window), arm(session, "B", window));
    }

    private static List<Measured> arm(RecordedSession session, String variant, String window) {
        return session.runs().stream()
                .filter(run -> run.variant().equals(variant))
                .flatMap(run ->
                        run.windows().stream()
                                .filter(w -> w.name().equals(window))
                                .map(w -> new Measured(run, w)))
                .toList();
    }

    List<Measured> all() {
        return Stream.concat(a.stream(), b.stream()).toList();
    }

    /// A row's sides out of what each window has.
    Rows.Measured row(
            String name,
            Unit unit,
            Row.Better better,
            Function<Measured, @Nullable Double> value,
            Function<Measured, Double> leastVariance) {
        return new Rows.Measured(
                name,
                unit,
                better,
                Rows.side(a.stream().<@Nullable Double>map(value).toList()),
                Rows.side(b.stream().<@Nullable Double>map(value).toList()),
                mean(a, leastVariance),
                mean(b, leastVariance));
    }

    private static double mean(List<Measured> arm, Function<Measured, Double> value) {
        return arm.stream().mapToDouble(value::apply).average().orElse(0);
    }
}
