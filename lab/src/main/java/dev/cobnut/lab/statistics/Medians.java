package dev.cobnut.lab.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/// Medians and other order statistics. No method changes the array that it receives.
public final class Medians {

    private static final Median MEDIAN = Median.withDefaults().withCopy(true);
    private static final Quantile NEAREST_RANK =
            Quantile.withDefaults().withCopy(true).with(EstimationMethod.HF1);

    private Medians() {}

    /// The median: the mean of the two middle values when their number is even, NaN without values.
    /// it is NaN.
    public static double of(double... values) {
        return MEDIAN.evaluate(values);
    }

    /// The upper median: of an even number of values the larger of the two middle ones.
    public static double upper(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /// The nearest-rank percentile: the smallest value that at least a given share of the values
    /// does not exceed.
    ///
    /// @param share above 0, at most 1
    public static double nearestRank(double share, double... values) {
        return NEAREST_RANK.evaluate(values, share);
    }
}
