package dev.cobnut.benchmarks.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One process that measured one case.
///
/// @param round number of the run's round; the forks of one round are neighbours in time
/// @param values one per iteration, in their order; at least one
/// @param bytesPerOperation allocated bytes; null when they were not measured
public record Fork(int round, List<Double> values, @Nullable Double bytesPerOperation) {

    public Fork {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a fork has at least one value");
        }
    }

    public double mean() {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
