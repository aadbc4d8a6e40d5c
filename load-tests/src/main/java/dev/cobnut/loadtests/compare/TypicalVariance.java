package dev.cobnut.loadtests.compare;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

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
record TypicalVariance(double relative) {

    static final TypicalVariance UNKNOWN = new TypicalVariance(0);

    private static final double PRIOR = 3;

    /// From this multiple of the typical variance on, a variance stands for itself.
    private static final double OWN_FROM = 2;

    /// Fewer sides than these say nothing about what is typical.
    private static final int SIDES_MIN = 10;

    /// The median, brought up to the mean that it belongs to. What never varies is counted, not
    /// measured, and says nothing about the others.
    static TypicalVariance of(List<Rows.Measured> quantities) {
        double[] relative =
                quantities.stream()
                        .filter(Rows.Measured::isComplete)
                        .flatMap(measured -> Stream.of(measured.a(), measured.b()))
                        .map(Rows::values)
                        .flatMapToDouble(values ->
                                DoubleStream.of(relative(values) / medianToMean(values.length - 1)))
                        .filter(value -> value > 0 && Double.isFinite(value))
                        .sorted()
                        .toArray();
        return relative.length < SIDES_MIN
                ? UNKNOWN
                : new TypicalVariance(relative[relative.length / 2]);
    }

    /// @param values of at least two runs
    Welch.Variance moderate(double[] values) {
        int degrees = values.length - 1;
        double own = relative(values);
        if (relative == 0 || own == 0 || !Double.isFinite(own) || own >= OWN_FROM * relative) {
            return new Welch.Variance(Welch.variance(values), degrees);
        }
        double mean = Welch.mean(values);
        return new Welch.Variance(
                (PRIOR * relative + degrees * own) / (PRIOR + degrees) * mean * mean,
                PRIOR + degrees);
    }

    private static double relative(double[] values) {
        double mean = Welch.mean(values);
        return Welch.variance(values) / (mean * mean);
    }

    /// Of a sample variance, Wilson and Hilferty (1931).
    private static double medianToMean(int degrees) {
        double root = 1 - 2.0 / (9 * degrees);
        return root * root * root;
    }
}
