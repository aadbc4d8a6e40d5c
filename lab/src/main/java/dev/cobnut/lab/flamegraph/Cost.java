package dev.cobnut.lab.flamegraph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The total cost of one side, in the unit of the event (ns or bytes).
///
/// @param perSecond cost per second of the profiled time
/// @param perRequest cost per request in each run, in the order of the runs; null when requests
///   were not counted
public record Cost(double perSecond, @Nullable List<Double> perRequest) {

    public Cost {
        perRequest = perRequest == null ? null : List.copyOf(perRequest);
        if (!isCost(perSecond)
                || (perRequest != null && !perRequest.stream().allMatch(Cost::isCost))) {
            throw new IllegalArgumentException(
                    "A cost must not be negative: %s per second and %s per request."
                            .formatted(perSecond, perRequest));
        }
    }

    private static boolean isCost(double value) {
        return value >= 0 && Double.isFinite(value);
    }

    @Nullable Double meanPerRequest() {
        return perRequest == null
                ? null
                : perRequest.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
