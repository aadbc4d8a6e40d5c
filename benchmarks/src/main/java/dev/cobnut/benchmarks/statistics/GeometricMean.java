package dev.cobnut.benchmarks.statistics;

import dev.cobnut.lab.statistics.Interval;
import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/// The geometric mean of ratios, with Student's confidence interval of the mean of their
/// logarithms.
///
/// @param value NaN without ratios
/// @param interval 95 %; null with fewer than two ratios or with a ratio that is not positive
/// @param p two-sided, for "the true ratio is 1"; 1 without an interval
public record GeometricMean(double value, @Nullable Interval interval, double p) {

    private static final double TAIL = 0.025;

    /// Least deviation of a logarithm. Ratios that agree by chance are not certain.
    private static final double DEVIATION_MIN = 0.001;

    public static GeometricMean of(double... ratios) {
        double[] logarithms = Arrays.stream(ratios).map(Math::log).toArray();
        double mean = Mean.of(logarithms).getAsDouble();
        int count = logarithms.length;
        if (count < 2 || !Double.isFinite(mean)) {
            return new GeometricMean(Math.exp(mean), null, 1);
        }
        TDistribution student = TDistribution.of(count - 1.0);
        double deviation = Math.sqrt(Variance.of(logarithms).getAsDouble());
        double half = student.inverseSurvivalProbability(TAIL) * deviation / Math.sqrt(count);
        double t = Math.abs(mean) * Math.sqrt(count) / Math.max(deviation, DEVIATION_MIN);
        return new GeometricMean(
                Math.exp(mean),
                new Interval(Math.exp(mean - half), Math.exp(mean + half)),
                2 * student.survivalProbability(t));
    }
}
