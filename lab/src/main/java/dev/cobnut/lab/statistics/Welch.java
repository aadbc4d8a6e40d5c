package dev.cobnut.lab.statistics;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/// Welch's t test on one value per run, with a floor under the variances.
///
/// **Why not ranks.** With five runs each, the exact rank test has no p below 0.0079. Among twenty
/// rows, no adjusted p could ever be small enough for a verdict. A t test on the runs' values can
/// reach one. It is accurate enough for means of costs over thousands of requests. Its error rate
/// is measured, by simulation in the tests and by resampling recorded runs.
///
/// **The floor.** The values of a few runs may agree by chance, and a variant in which a frame
/// never occurs has no variance at all. The caller therefore passes the least variance of a run's
/// value. For a row of samples it is the variance of a Poisson count at the *common* rate of both
/// variants, which is the rate under the hypothesis "no difference". The test uses the larger of
/// the two variances.
///
/// **The intervals.** The interval of the difference is Welch's. The interval of the ratio of the
/// means is Fieller's (1954), which agrees with the test: it excludes 1 exactly when p is below
/// 0.05. It has no bounds when A's mean is not clearly positive.
///
/// @param varianceA variance of A's mean, likewise `varianceB`
/// @param degrees of freedom, Welch and Satterthwaite
/// @param p two-sided
public record Welch(
        double meanA, double meanB, double varianceA, double varianceB, double degrees, double p) {

    private static final double CONFIDENCE_TAIL = 0.025;
    private static final double POWER_TAIL = 0.2;

    /// The variance of the value of one run.
    ///
    /// @param degrees of freedom of the estimate
    public record RunVariance(double ofOne, double degrees) {}

    /// @param a values of at least two runs
    /// @param leastA least variance of one run's value
    public static Welch of(double[] a, double[] b, double leastA, double leastB) {
        return of(
                a,
                b,
                new RunVariance(Math.max(Variance.of(a).getAsDouble(), leastA), a.length - 1),
                new RunVariance(Math.max(Variance.of(b).getAsDouble(), leastB), b.length - 1));
    }

    public static Welch of(double[] a, double[] b, RunVariance ofA, RunVariance ofB) {
        double meanA = Mean.of(a).getAsDouble();
        double meanB = Mean.of(b).getAsDouble();
        double varianceA = ofA.ofOne / a.length;
        double varianceB = ofB.ofOne / b.length;
        double both = varianceA + varianceB;
        if (both <= 0) {
            // No variation and no floor: the means are equal, or their difference cannot be chance.
            int pooled = a.length + b.length - 2;
            return new Welch(meanA, meanB, 0, 0, pooled, meanA == meanB ? 1 : 0);
        }
        double degrees =
                both
                        * both
                        / (varianceA * varianceA / ofA.degrees
                                + varianceB * varianceB / ofB.degrees);
        double t = Math.abs(meanB - meanA) / Math.sqrt(both);
        double p = Math.min(1, 2 * TDistribution.of(degrees).survivalProbability(t));
        return new Welch(meanA, meanB, varianceA, varianceB, degrees, p);
    }

    /// The confidence interval of the difference of the means, as a fraction of `whole`.
    public Interval difference(double whole) {
        double half = quantile(CONFIDENCE_TAIL) * error();
        return new Interval((meanB - meanA - half) / whole, (meanB - meanA + half) / whole);
    }

    /// The confidence interval of the relative change of the means; null when it is unbounded.
    public @Nullable Interval ratio() {
        double t = quantile(CONFIDENCE_TAIL);
        double square = meanA * meanA - t * t * varianceA;
        if (square <= 0 || meanA <= 0) {
            return null;
        }
        double root =
                Math.sqrt(
                        Math.max(
                                0,
                                meanA * meanA * meanB * meanB
                                        - square * (meanB * meanB - t * t * varianceB)));
        return new Interval(
                (meanA * meanB - root) / square - 1, (meanA * meanB + root) / square - 1);
    }

    /// The smallest difference that a test at 5 % detects in four of five sessions, as a fraction
    /// of `whole`.
    public double detectable(double whole) {
        return (quantile(CONFIDENCE_TAIL) + quantile(POWER_TAIL)) * error() / whole;
    }

    private double error() {
        return Math.sqrt(varianceA + varianceB);
    }

    private double quantile(double tail) {
        return TDistribution.of(degrees).inverseSurvivalProbability(tail);
    }
}
