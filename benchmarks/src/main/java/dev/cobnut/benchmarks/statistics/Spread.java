package dev.cobnut.benchmarks.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/// The median of a few values, their range, and the confidence interval of the median.
///
/// @param low lower end of the 95 % confidence interval of the median
/// @param high upper end of the interval
public record Spread(double median, double min, double max, double low, double high, int count) {

    private static final int RESAMPLES = 10_000;

    /// A fixed seed: the same values always give the same interval.
    private static final long SEED = 20_261_120;

    /// Percentile bootstrap (Efron 1979): the medians of many samples drawn from the values with
    /// replacement. With fewer than six values the interval is not reliable.
    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("A median needs at least one value.");
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
