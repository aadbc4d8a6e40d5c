package dev.cobnut.lab.statistics;

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
public record GeometricMean(double value, @Nullable Interval interval) {

    private static final double TAIL = 0.025;

    public static GeometricMean of(double... ratios) {
        double[] logarithms = Arrays.stream(ratios).map(Math::log).toArray();
        double mean = Mean.of(logarithms).getAsDouble();
        int count = logarithms.length;
        if (count < 2 || !Double.isFinite(mean)) {
            return new GeometricMean(Math.exp(mean), null);
        }
        double half =
                TDistribution.of(count - 1.0).inverseSurvivalProbability(TAIL)
                        * Math.sqrt(Variance.of(logarithms).getAsDouble() / count);
        return new GeometricMean(
                Math.exp(mean), new Interval(Math.exp(mean - half), Math.exp(mean + half)));
    }
}
