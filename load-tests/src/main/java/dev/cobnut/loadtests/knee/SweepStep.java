package dev.cobnut.loadtests.knee;

import dev.cobnut.lab.load.Punctuality;
import dev.cobnut.lab.machine.MachineReport;
import dev.cobnut.lab.measurement.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// One step of a sweep: a rate, and the result of the service at this rate.
///
/// @param load over the measured seconds
/// @param pending committed events that are not delivered, sampled once a second
/// @param machine the activity of other processes
/// @param failures reasons why the step failed, one sentence each; empty when it passed
public record SweepStep(
        double perSecond,
        Window.Load load,
        Punctuality punctuality,
        List<Long> pending,
        MachineReport machine,
        List<String> failures) {

    static final double ARRIVED_TOLERANCE = 0.02;

    /// Tolerance at low rates: users come in groups that may cross the end of a step.
    static final double ARRIVED_TOLERANCE_REQUESTS = 12;

    static final double ERROR_SHARE_MAX = 0.001;

    /// The number of undelivered events fluctuates. A rise above the events of this time is growth.
    static final double PENDING_SLACK_SECONDS = 0.05;

    /// The number of samples that are compared at each end.
    private static final int PENDING_SAMPLES = 3;

    static SweepStep judge(
            Window.Load load,
            Duration measured,
            Punctuality punctuality,
            List<Long> pending,
            MachineReport machine,
            double p99MaxMs) {
        List<String> failures = new ArrayList<>();
        double planned = Objects.requireNonNull(load.plannedPerSecond());
        double tolerance =
                Math.max(
                        ARRIVED_TOLERANCE * planned,
                        ARRIVED_TOLERANCE_REQUESTS * 1e3 / measured.toMillis());
        if (Math.abs(load.arrivedPerSecond() - planned) > tolerance) {
            failures.add(
                    "%.1f requests per second arrived where %.1f were planned."
                            .formatted(load.arrivedPerSecond(), planned));
        }
        failures.addAll(punctuality.complaints());
        long errors = load.errors().values().stream().mapToLong(Long::longValue).sum();
        if (errors > ERROR_SHARE_MAX * (errors + load.succeeded())) {
            failures.add(
                    "%.2f %% of the answers were errors; 0.1 %% are allowed."
                            .formatted(100.0 * errors / (errors + load.succeeded())));
        }
        double p99 = Objects.requireNonNull(load.latencyMs()).p99();
        if (p99 > p99MaxMs) {
            failures.add("The p99 was %.0f ms; %.0f ms are allowed.".formatted(p99, p99MaxMs));
        }
        if (pending.size() < 2 * PENDING_SAMPLES) {
            failures.add("The service was too busy to report its undelivered events.");
        } else if (grows(pending, planned)) {
            failures.add(
                    "The undelivered events grew from %d to %d."
                            .formatted(pending.getFirst(), pending.getLast()));
        }
        return new SweepStep(planned, load, punctuality, List.copyOf(pending), machine, failures);
    }

    /// Reasons why the step's figures are doubtful, one sentence each.
    public List<String> contamination() {
        return machine.contamination();
    }

    /// True when the smallest of the last samples exceeds the largest of the first ones by more
    /// than the slack.
    private static boolean grows(List<Long> pending, double perSecond) {
        long before =
                pending.stream().limit(PENDING_SAMPLES).mapToLong(Long::longValue).max().orElse(0);
        long after =
                pending.stream()
                        .skip(pending.size() - PENDING_SAMPLES)
                        .mapToLong(Long::longValue)
                        .min()
                        .orElse(0);
        return after > before + PENDING_SLACK_SECONDS * perSecond;
    }
}
