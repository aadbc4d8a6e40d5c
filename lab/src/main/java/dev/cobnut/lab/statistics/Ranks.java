package dev.cobnut.lab.statistics;

import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Quantile.EstimationMethod;

/// Percentiles that are one of the values.
public final class Ranks {

    private static final Quantile NEAREST =
            Quantile.withDefaults().withCopy(true).with(EstimationMethod.HF1);

    private Ranks() {}

    /// The nearest-rank percentile: the smallest value that at least a given share of the values
    /// does not exceed.
    ///
    /// @param share above 0, at most 1
    public static double nearest(double share, double... values) {
        return NEAREST.evaluate(values, share);
    }
}
