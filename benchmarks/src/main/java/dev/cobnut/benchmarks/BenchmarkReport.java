package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.run.Bystanders;
import dev.cobnut.lab.machine.Machine;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A measurement and the circumstances that a comparison needs.
///
/// @param stealShare of the processors' time during the measurement
/// @param contaminated why the figures may not be compared; empty when they may
/// @param figures the benchmark's record
record BenchmarkReport(
        String benchmark,
        String question,
        Instant at,
        Machine machine,
        Bystanders before,
        Bystanders after,
        double stealShare,
        List<String> contaminated,
        Object figures) {

    private static final double STEAL_SHARE_MAX = 0.02;

    /// Limit of the load average per core in the minute before the measurement.
    private static final double LOAD_PER_CORE_MAX = 0.5;

    interface Measurement {
        Object take() throws IOException, InterruptedException;
    }

    static BenchmarkReport around(String benchmark, String question, Measurement measurement)
            throws IOException, InterruptedException {
        Machine machine = Machine.current();
        Instant at = Instant.now();
        Bystanders before = Bystanders.now();
        Object figures = measurement.take();
        Bystanders after = Bystanders.now();
        double steal = before.stealShareUntil(after);
        List<String> contaminated = new ArrayList<>();
        if (steal > STEAL_SHARE_MAX) {
            contaminated.add("the hypervisor took %.1f %% of the time".formatted(100 * steal));
        }
        String load = before.loadAverage();
        if (!load.isEmpty()
                && Double.parseDouble(load.substring(0, load.indexOf(' ')))
                        > LOAD_PER_CORE_MAX * machine.cores()) {
            contaminated.add("the machine was busy before: load average " + load);
        }
        return new BenchmarkReport(
                benchmark, question, at, machine, before, after, steal, contaminated, figures);
    }
}
