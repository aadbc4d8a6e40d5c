package dev.cobnut.benchmarks.statistics;

import dev.cobnut.lab.statistics.Welch;
import java.util.Collection;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/// The typical variance of many quantities with few values each: the moderated variance of Smyth
/// (2004), with fixed weights.
///
/// The variance of three values has two degrees of freedom. A t test with so few finds nothing when
/// a hundred quantities are tested. Quantities that are measured in the same way have similar
/// variances relative to their means. Each variance is therefore shrunk towards the typical one,
/// which counts as [#PRIOR] degrees of freedom. A quantity that varies far more than the others
/// keeps its own variance and its own few degrees of freedom, because it *is* different.
///
/// @param relative variance as a fraction of the square of the mean; 0 when it is unknown
public record TypicalVariance(double relative) {

    public static final TypicalVariance UNKNOWN = new TypicalVariance(0);

    private static final double PRIOR = 3;

    /// A variance above this multiple of the typical variance is not moderated.
    private static final double OWN_FROM = 2;

    /// Fewest sides from which a typical variance is estimated.
    private static final int SIDES_MIN = 10;

    /// Estimates the typical variance as the median, scaled to the corresponding mean. Quantities
    /// that never vary are counts, not measurements, and are ignored.
    ///
    /// @param sides of the quantities, each with the values of at least two runs
    public static TypicalVariance of(Collection<double[]> sides) {
        double[] relative =
                sides.stream()
                        .mapToDouble(values -> relative(values) / medianToMean(values.length - 1))
                        .filter(value -> value > 0 && Double.isFinite(value))
                        .toArray();
        return relative.length < SIDES_MIN ? UNKNOWN : new TypicalVariance(Medians.upper(relative));
    }

    /// @param values of at least two runs
    public Welch.RunVariance moderate(double[] values) {
        int degrees = values.length - 1;
        double own = relative(values);
        if (relative == 0 || own == 0 || !Double.isFinite(own) || own >= OWN_FROM * relative) {
            return new Welch.RunVariance(Variance.of(values).getAsDouble(), degrees);
        }
        double mean = Mean.of(values).getAsDouble();
        return new Welch.RunVariance(
                (PRIOR * relative + degrees * own) / (PRIOR + degrees) * mean * mean,
                PRIOR + degrees);
    }

    private static double relative(double[] values) {
        double mean = Mean.of(values).getAsDouble();
        return Variance.of(values).getAsDouble() / (mean * mean);
    }

    /// The ratio of mean to median of a sample variance, by Wilson and Hilferty (1931).
    private static double medianToMean(int degrees) {
        double root = 1 - 2.0 / (9 * degrees);
        return root * root * root;
    }
}
