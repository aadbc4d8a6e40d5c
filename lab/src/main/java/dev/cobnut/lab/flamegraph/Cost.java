package dev.cobnut.lab.flamegraph;

import org.jspecify.annotations.Nullable;

/// The total cost of one side, in the unit of the event (ns or bytes).
///
/// @param perSecond cost per second of the profiled time
/// @param perRequest null when requests were not counted
public record Cost(double perSecond, @Nullable Double perRequest) {

    public Cost {
        if (!isCost(perSecond) || (perRequest != null && !isCost(perRequest))) {
            throw new IllegalArgumentException(
                    "A cost must not be negative: %s per second and %s per request."
                            .formatted(perSecond, perRequest));
        }
    }

    private static boolean isCost(double value) {
        return value >= 0 && Double.isFinite(value);
    }
}
