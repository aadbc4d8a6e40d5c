package dev.cobnut.lab.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Median of a few values, how far they spread, and how well the median is known.
///
/// @param low lower end of the 95 % confidence interval of the median
/// @param high its upper end
public record Spread(double median, double min, double max, double low, double high, int count) {

    private static final int RESAMPLES = 10_000;

    /// Fixed, so that the same values always give the same interval.
    private static final long SEED = 20_261_120;

    /// Percentile bootstrap (Efron 1979): the median of many samples drawn from the values with
    /// replacement. With fewer than six values an interval says little.
    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("There is no median of no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        SplittableRandom random = new SplittableRandom(SEED);
        double[] medians = new double[RESAMPLES];
        double[] sample = new double[sorted.length];
        for (int r = 0; r < RESAMPLES; r++) {
            for (int i = 0; i < sample.length; i++) {
                sample[i] = sorted[random.nextInt(sorted.length)];
            }
            medians[r] = Medians.of(sample);
        }
        Arrays.sort(medians);
        return new Spread(
                Medians.of(sorted),
                sorted[0],
                sorted[sorted.length - 1],
                medians[(int) (RESAMPLES * 0.025)],
                medians[(int) (RESAMPLES * 0.975)],
                sorted.length);
    }
}
