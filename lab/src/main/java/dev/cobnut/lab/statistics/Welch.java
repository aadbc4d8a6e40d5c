package dev.cobnut.lab.statistics;

import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/// Welch's t test on one value per run, with a floor under the variances and without the drift of
/// the machine.
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
/// the two variances. Without any scatter there is no scale, and only the assignment of the runs
/// remains: p is then that of the most extreme of all assignments.
///
/// **Drift.** Runs in the order A B B A are balanced against a linear trend, so the trend does not
/// move the difference, but it inflates the scatter. With [Places] a common slope over the order is
/// estimated and removed from the scatter. It costs one degree of freedom, half of it from each
/// side. An order that is not quite balanced shifts the difference; the square of the shift counts
/// as variance. Whether a slope is used depends on the order alone, never on the values.
///
/// **The intervals.** The interval of the difference is Welch's. The interval of the ratio of the
/// means is Fieller's (1954), which agrees with the test: it excludes 1 exactly when p is below
/// 0.05. It has no bounds when A's mean is not clearly positive. The test on logarithms gives an
/// interval of the ratio of geometric means that never falls below -100 %.
///
/// @param varianceA variance of A's mean, likewise `varianceB`
/// @param degrees of freedom, Welch and Satterthwaite
/// @param p two-sided
public record Welch(
        double meanA, double meanB, double varianceA, double varianceB, double degrees, double p) {

    private static final double CONFIDENCE_TAIL = 0.025;

    /// The share of sessions that find the detectable difference.
    private static final double POWER = 0.8;

    /// Relative scatter below this is rounding of the arithmetic.
    private static final double NO_SCATTER = 1e-12;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /// Middles of equally likely parts of the normal distribution.
    private static final double[] NODES =
            IntStream.range(0, 24)
                    .mapToDouble(i -> NORMAL.inverseCumulativeProbability((i + 0.5) / 24))
                    .toArray();

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
        return of(
                a.length,
                b.length,
                Mean.of(a).getAsDouble(),
                Mean.of(b).getAsDouble(),
                new RunVariance(ofA.ofOne / a.length, ofA.degrees),
                new RunVariance(ofB.ofOne / b.length, ofB.degrees));
    }

    /// The test without a linear trend over the places, where they allow to estimate one.
    public static Welch of(double[] a, double[] b, double leastA, double leastB, Places places) {
        if (!places.areEnough()) {
            return of(a, b, leastA, leastB);
        }
        double slope = places.slope(a, b);
        RunVariance ofA = places.residualA(a, slope, leastA);
        RunVariance ofB = places.residualB(b, slope, leastB);
        double ofEach = square(slope * places.apart()) / 2;
        return of(
                a.length,
                b.length,
                Mean.of(a).getAsDouble(),
                Mean.of(b).getAsDouble(),
                new RunVariance(ofA.ofOne / a.length + ofEach, ofA.degrees),
                new RunVariance(ofB.ofOne / b.length + ofEach, ofB.degrees));
    }

    private static Welch of(
            int a, int b, double meanA, double meanB, RunVariance ofA, RunVariance ofB) {
        double both = ofA.ofOne + ofB.ofOne;
        double largest = Math.max(Math.abs(meanA), Math.abs(meanB));
        if (both <= square(NO_SCATTER * largest)) {
            boolean same = Math.abs(meanA - meanB) <= NO_SCATTER * largest;
            double p = same ? 1 : ofMostExtreme(a, b);
            return new Welch(meanA, meanB, 0, 0, a + b - 2.0, p);
        }
        double degrees =
                square(both) / (square(ofA.ofOne) / ofA.degrees + square(ofB.ofOne) / ofB.degrees);
        double t = Math.abs(meanB - meanA) / Math.sqrt(both);
        double p = Math.min(1, 2 * TDistribution.of(degrees).survivalProbability(t));
        return new Welch(meanA, meanB, ofA.ofOne, ofB.ofOne, degrees, p);
    }

    /// The share of the two most extreme among all assignments of the runs to A and B.
    private static double ofMostExtreme(int a, int b) {
        double share = 2;
        for (int i = 1; i <= a; i++) {
            share *= (double) i / (b + i);
        }
        return Math.min(1, share);
    }

    /// The confidence interval of the difference of the means, as a fraction of `whole`.
    public Interval difference(double whole) {
        double half = quantile(CONFIDENCE_TAIL) * error();
        return new Interval((meanB - meanA - half) / whole, (meanB - meanA + half) / whole);
    }

    /// The confidence interval of the relative change of the means; null when it is unbounded. No
    /// change of a quantity that cannot be negative is below -1.
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
                Math.max(-1, (meanA * meanB - root) / square - 1),
                (meanA * meanB + root) / square - 1);
    }

    /// The standard error of the difference of the means.
    public double error() {
        return Math.sqrt(varianceA + varianceB);
    }

    private double quantile(double tail) {
        return TDistribution.of(degrees).inverseSurvivalProbability(tail);
    }

    private static double square(double value) {
        return value * value;
    }

    /// The true difference that 80 of 100 sessions find, when a session finds a difference whose p
    /// is at most `significance` and whose estimate is at least `least`.
    ///
    /// The share is that of the noncentral t distribution. The scatter of the estimated error is
    /// that of a chi-squared value, by Wilson and Hilferty (1931).
    ///
    /// @param error standard error of the difference
    public static double detectable(
            double error, double degrees, double significance, double least) {
        double t = TDistribution.of(degrees).inverseSurvivalProbability(significance / 2);
        double low = least;
        double high = least + error * (4 * t + 4);
        while (high - low > 1e-4 * high) {
            double middle = (low + high) / 2;
            if (power(middle, error, degrees, t, least) < POWER) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static double power(
            double difference, double error, double degrees, double t, double least) {
        double spread = 2 / (9 * degrees);
        double found = 0;
        for (double node : NODES) {
            double root = Math.max(0, 1 - spread + node * Math.sqrt(spread));
            double needed = Math.max(t * error * Math.sqrt(root * root * root), least);
            found += NORMAL.cumulativeProbability((difference - needed) / error);
        }
        return found / NODES.length;
    }
}
