package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.lab.statistics.GeometricMean;
import dev.cobnut.lab.statistics.Interval;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What one contender costs as a multiple of another, both measured in turns in one run.
///
/// The rounds of a run are blocks: the two processes of a round were neighbours in time, and what
/// slowed the machine down for minutes slowed both of them down. So each round gives a ratio, and
/// the rounds' logarithms a mean and Student's interval of it.
///
/// @param ratio the geometric mean of the rounds' ratios
/// @param interval 95 %; null when there are fewer than two rounds that have both, or a value that
///   is not positive
record SameRun(double ratio, @Nullable Interval interval) {

    /// `of` divided by `by`.
    static SameRun ratio(BenchmarkResult of, BenchmarkResult by) {
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
                ? new SameRun(of.mean() / by.mean(), null)
                : new SameRun(mean.value(), mean.interval());
    }
}
