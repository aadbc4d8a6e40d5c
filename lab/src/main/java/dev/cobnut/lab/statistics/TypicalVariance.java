package dev.cobnut.lab.statistics;

import java.util.Collection;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/// What the variances of many quantities with few values each say together: the moderated variance
/// of Smyth (2004), with fixed weights.
///
/// Three values know their variance by two degrees of freedom; a t test with so few calls nothing
/// when a hundred quantities are looked at. But quantities that are measured in the same way vary
/// alike, relative to their means. So each variance is drawn towards the typical one, which counts
/// for [#PRIOR] degrees. A quantity that varies by far more than the others keeps its own variance
/// and its own few degrees: it *is* different.
///
/// @param relative variance as a fraction of the square of the mean; 0 when it is not known
public record TypicalVariance(double relative) {

    public static final TypicalVariance UNKNOWN = new TypicalVariance(0);

    private static final double PRIOR = 3;

    /// From this multiple of the typical variance on, a variance stands for itself.
    private static final double OWN_FROM = 2;

    /// Fewer sides than these say nothing about what is typical.
    private static final int SIDES_MIN = 10;

    /// The median, brought up to the mean that it belongs to. What never varies is counted, not
    /// measured, and says nothing about the others.
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

    /// Of a sample variance, Wilson and Hilferty (1931).
    private static double medianToMean(int degrees) {
        double root = 1 - 2.0 / (9 * degrees);
        return root * root * root;
    }
}
