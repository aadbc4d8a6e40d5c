package dev.cobnut.benchmarks.results;

import dev.cobnut.benchmarks.history.Fork;
import dev.cobnut.benchmarks.history.Measured;
import dev.cobnut.loadtests.compare.Row.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.TDistribution;
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

    private static final double TAIL = 0.025;

    /// `of` divided by `by`.
    static SameRun ratio(Measured of, Measured by) {
        Map<Integer, Double> others =
                by.forks().stream().collect(Collectors.toMap(Fork::round, Fork::mean));
        List<Double> logarithms = new ArrayList<>();
        for (Fork fork : of.forks()) {
            @Nullable Double other = others.get(fork.round());
            if (other != null) {
                logarithms.add(Math.log(fork.mean() / other));
            }
        }
        int rounds = logarithms.size();
        double mean = logarithms.stream().mapToDouble(value -> value).average().orElse(0);
        if (rounds < 2 || !Double.isFinite(mean)) {
            return new SameRun(of.mean() / by.mean(), null);
        }
        double squares =
                logarithms.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
        double half =
                TDistribution.of(rounds - 1.0).inverseSurvivalProbability(TAIL)
                        * Math.sqrt(squares / (rounds - 1) / rounds);
        return new SameRun(
                Math.exp(mean), new Interval(Math.exp(mean - half), Math.exp(mean + half)));
    }
}
