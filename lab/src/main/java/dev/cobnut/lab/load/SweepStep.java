package dev.cobnut.lab.load;

import dev.cobnut.lab.machine.MachineReport;
import dev.cobnut.lab.measurement.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One step of a sweep: a rate, and whether the service kept up with it.
///
/// @param load over the measured seconds
/// @param pending events that were committed and not delivered, once a second
/// @param machine who else wanted the processors
/// @param failures why it did not pass, a sentence each; empty when it did
public record SweepStep(
        double perSecond,
        Window.Load load,
        Punctuality punctuality,
        List<Long> pending,
        MachineReport machine,
        List<String> failures) {

    static final double ARRIVED_TOLERANCE = 0.02;

    /// At low rates: users come in decks, which do not end with a step.
    static final double ARRIVED_TOLERANCE_REQUESTS = 12;

    static final double ERROR_SHARE_MAX = 0.001;

    /// What is pending goes up and down; more than what comes in this time is growth.
    static final double PENDING_SLACK_SECONDS = 0.05;

    /// How many samples at either end are compared.
    private static final int PENDING_SAMPLES = 3;

    static SweepStep judge(
            Window.Load load,
            Duration measured,
            Punctuality punctuality,
            List<Long> pending,
            MachineReport machine,
            double p99MaxMs) {
        List<String> failures = new ArrayList<>();
        double planned = load.plannedPerSecond();
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
                    "%.2f %% of the answers were errors, of which 0.1 %% are allowed."
                            .formatted(100.0 * errors / (errors + load.succeeded())));
        }
        if (load.latencyMs().p99() > p99MaxMs) {
            failures.add(
                    "The p99 was %.0f ms, of which %.0f ms are allowed."
                            .formatted(load.latencyMs().p99(), p99MaxMs));
        }
        if (pending.size() < 2 * PENDING_SAMPLES) {
            failures.add("The service was too busy to tell how many events are undelivered.");
        } else if (grows(pending, planned)) {
            failures.add(
                    "The undelivered events grew from %d to %d."
                            .formatted(pending.getFirst(), pending.getLast()));
        }
        return new SweepStep(planned, load, punctuality, List.copyOf(pending), machine, failures);
    }

    /// Why the step's figures are doubtful, a sentence each.
    public List<String> contamination() {
        return machine.contamination();
    }

    /// Even the least of the last samples is more than the most of the first ones.
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
