package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.Measured;
import dev.cobnut.loadtests.compare.Row;
import dev.cobnut.loadtests.compare.Row.Interval;
import dev.cobnut.loadtests.compare.Unit;
import dev.cobnut.loadtests.compare.ValueComparison;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one contender costs as a multiple of another, both measured in turns in one run.
///
/// @param interval 95 %, by Fieller; null when there are too few processes to say
public record SameRun(double ratio, @Nullable Interval interval) {

    private static final double FALSE_DISCOVERY_RATE = 0.05;

    /// `of` divided by `by`.
    public static SameRun ratio(Measured of, Measured by) {
        Row row =
                ValueComparison.of(
                                List.of(
                                        new ValueComparison.Values(
                                                of.key(),
                                                Unit.NANOS_PER_OPERATION,
                                                of.mode().better(),
                                                by.scores(),
                                                of.scores(),
                                                0)),
                                true,
                                FALSE_DISCOVERY_RATE)
                        .getFirst();
        Interval change = row.interval();
        return new SameRun(
                of.mean() / by.mean(),
                change == null ? null : new Interval(1 + change.low(), 1 + change.high()));
    }
}
