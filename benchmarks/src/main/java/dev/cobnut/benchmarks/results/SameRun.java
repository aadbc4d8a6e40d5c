package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.statistics.GeometricMean;
import dev.cobnut.lab.statistics.Interval;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The cost of one contender as a multiple of another, both measured in turns in one run.
///
/// The rounds of a run are blocks. The two processes of a round are neighbours in time, so a
/// machine that is slow for minutes slows both of them. Each round gives a ratio. The mean and
/// Student's interval are those of the ratios' logarithms.
///
/// @param ratio the geometric mean of the rounds' ratios
/// @param interval 95 % interval; null when fewer than two rounds have both contenders, or when a
///   value is not positive
/// @param p two-sided, for equal costs; 1 without an interval
public record SameRun(double ratio, @Nullable Interval interval, double p) {

    /// The cost of `of` divided by the cost of `by`.
    public static SameRun ratio(BenchmarkResult of, BenchmarkResult by) {
        Map<Integer, Double> others =
                by.forks().stream().collect(Collectors.toMap(Fork::round, Fork::mean));
        double[] ratios =
                of.forks().stream()
                        .filter(fork -> others.containsKey(fork.round()))
                        .mapToDouble(
                                fork -> fork.mean() / others.getOrDefault(fork.round(), Double.NaN))
                        .toArray();
        GeometricMean mean = GeometricMean.of(ratios);
        return mean.interval() == null
                ? new SameRun(of.mean() / by.mean(), null, 1)
                : new SameRun(mean.value(), mean.interval(), mean.p());
    }
}
