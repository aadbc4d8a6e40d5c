package dev.cobnut.benchmarks.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;

/// Medians. No method changes the array that it receives.
public final class Medians {

    private static final Median MEDIAN = Median.withDefaults().withCopy(true);

    private Medians() {}

    /// The median: the mean of the two middle values when their number is even, NaN without values.
    public static double of(double... values) {
        return MEDIAN.evaluate(values);
    }

    /// The upper median: of an even number of values the larger of the two middle ones.
    public static double upper(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
