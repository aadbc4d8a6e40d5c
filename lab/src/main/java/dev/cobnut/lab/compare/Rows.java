package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.statistics.Interval;
import dev.cobnut.lab.statistics.Places;
import dev.cobnut.lab.statistics.SelfDifferences;
import dev.cobnut.lab.statistics.Welch;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.jspecify.annotations.Nullable;

/// Computes a [Row] from the values of the runs. The adjusted p and the verdict are added when all
/// rows of the comparison exist.
final class Rows {

    private Rows() {}

    /// @param leastA least variance of one run's value in A; `leastB` likewise; see [Welch]
    /// @param places of the runs in the order of the session; without an order, empty
    record Quantity(
            String name,
            Unit unit,
            Better better,
            Side a,
            Side b,
            double leastA,
            double leastB,
            Places places) {

        boolean isComplete() {
            return isComplete(a) && isComplete(b);
        }

        private static boolean isComplete(Side side) {
            return side.values().size() > 1 && side.values().stream().allMatch(Objects::nonNull);
        }

        /// The test of the values, or of their logarithms.
        private Welch test(boolean ofRatio) {
            double[] x = values(a);
            double[] y = values(b);
            return ofRatio
                    ? Welch.of(logs(x), logs(y), relative(leastA, x), relative(leastB, y), places)
                    : Welch.of(x, y, leastA, leastB, places);
        }
    }

    /// @param whole A's mean of the denominator of the change; unused when that is the row itself
    static Row tested(Quantity measured, Basis basis, double whole, double threshold) {
        Row row = described(measured, basis, whole, threshold);
        return measured.isComplete() ? tested(row, whole, measured.test(row.isRatio())) : row;
    }

    /// @param row complete, not tested
    /// @param welch test on its values, or on their logarithms when it is compared as a ratio
    static Row tested(Row row, double whole, Welch welch) {
        boolean ratio = row.isRatio();
        double a = ratio ? Math.exp(welch.meanA()) : welch.meanA();
        double b = ratio ? Math.exp(welch.meanB()) : welch.meanB();
        double of = row.basis() == Basis.ITSELF ? a : whole;
        boolean measurable = of > 0;
        double unit = ratio ? 1 : of;
        double floor = floor(row, ratio) / unit;
        return new Row(
                row.name(),
                row.unit(),
                row.better(),
                row.basis(),
                row.a().withMean(a),
                row.b().withMean(b),
                Rounding.round((b - a) / of),
                Rounding.round(b / a - 1),
                measurable ? Rounding.round(interval(row, of, welch)) : null,
                Rounding.round(welch.p()),
                null,
                measurable ? Rounding.round(welch.error() / unit) : null,
                measurable ? Rounding.round(welch.degrees()) : null,
                measurable ? Rounding.round(ratio ? Math.expm1(floor) : floor) : null,
                null,
                row.threshold(),
                null,
                null);
    }

    /// No cost falls by more than all of it.
    private static @Nullable Interval interval(Row row, double of, Welch welch) {
        if (row.isRatio()) {
            Interval logs = welch.difference(1);
            return new Interval(Math.expm1(logs.low()), Math.expm1(logs.high()));
        }
        if (row.basis() == Basis.ITSELF) {
            return welch.ratio();
        }
        Interval difference = welch.difference(of);
        return new Interval(Math.max(-1, difference.low()), Math.max(-1, difference.high()));
    }

    private static double floor(Row row, boolean ratio) {
        double[] a = values(row.a());
        double[] b = values(row.b());
        return ratio ? SelfDifferences.floor(logs(a), logs(b)) : SelfDifferences.floor(a, b);
    }

    static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    /// A variance as that of the logarithm.
    static double relative(double variance, double[] values) {
        double mean = Mean.of(values).getAsDouble();
        return variance / (mean * mean);
    }

    /// A row that is not tested, because it only describes or because one side has no value.
    static Row described(Quantity measured, Basis basis, double whole, double threshold) {
        @Nullable Double a = measured.a().mean();
        @Nullable Double b = measured.b().mean();
        @Nullable Double difference = a == null || b == null ? null : b - a;
        @Nullable Double of = basis == Basis.ITSELF ? a : Double.valueOf(whole);
        return new Row(
                measured.name(),
                measured.unit(),
                measured.better(),
                basis,
                measured.a(),
                measured.b(),
                ratio(difference, of),
                ratio(difference, a),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                threshold,
                null,
                null);
    }

    private static @Nullable Double ratio(@Nullable Double part, @Nullable Double whole) {
        return part == null || whole == null ? null : Rounding.round(part / whole);
    }

    /// A side without a profile.
    static Side side(List<@Nullable Double> values) {
        return side(values, null, null, null, null);
    }

    static Side side(
            List<@Nullable Double> values,
            @Nullable Double share,
            @Nullable Double perSecond,
            @Nullable Long samples,
            @Nullable Double samplingError) {
        double[] known =
                values.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).toArray();
        return new Side(
                values.stream().<@Nullable Double>map(Rounding::round).toList(),
                known.length == 0 ? null : Rounding.round(Mean.of(known).getAsDouble()),
                known.length < 2
                        ? null
                        : Rounding.round(Math.sqrt(Variance.of(known).getAsDouble())),
                Rounding.round(share),
                Rounding.round(perSecond),
                samples,
                Rounding.round(samplingError));
    }

    static double[] values(Side side) {
        return side.values().stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }
}
