package dev.cobnut.benchmarks.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One process that was started to measure one thing.
///
/// @param round in which of the run's rounds; what is of one round is neighbours in time
/// @param values of its iterations, in their order; at least one
/// @param bytesPerOperation allocated; null where it was not measured
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
