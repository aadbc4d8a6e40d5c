package dev.cobnut.lab.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/// The middle of some values, and other ranks. None of them changes the array that it is given.
public final class Medians {

    private static final Median MEDIAN = Median.withDefaults().withCopy(true);
    private static final Quantile NEAREST_RANK =
            Quantile.withDefaults().withCopy(true).with(EstimationMethod.HF1);

    private Medians() {}

    /// Of an even number, the mean of the two in the middle; NaN of no values.
    public static double of(double... values) {
        return MEDIAN.evaluate(values);
    }

    /// One of the values: of an even number, the upper one of the two in the middle.
    public static double upper(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /// One of the values: the smallest that a share of them does not exceed.
    ///
    /// @param share above 0, at most 1
    public static double nearestRank(double share, double... values) {
        return NEAREST_RANK.evaluate(values, share);
    }
}
