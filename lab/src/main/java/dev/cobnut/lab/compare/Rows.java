package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.statistics.Interval;
import dev.cobnut.lab.statistics.SelfDifferences;
import dev.cobnut.lab.statistics.Welch;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.jspecify.annotations.Nullable;

/// Computes a [Row] from the values of the runs. The adjusted p and the verdict are added when all
/// rows of the comparison exist.
final class Rows {

    private Rows() {}

    /// @param leastA least variance of one run's value in A; `leastB` likewise; see [Welch]
    record Quantity(
            String name, Unit unit, Better better, Side a, Side b, double leastA, double leastB) {

        boolean isComplete() {
            return isComplete(a) && isComplete(b);
        }

        private static boolean isComplete(Side side) {
            return side.values().size() > 1 && side.values().stream().allMatch(Objects::nonNull);
        }
    }

    /// @param whole A's mean of the denominator of the change; unused when that is the row itself
    static Row tested(Quantity measured, Basis basis, double whole, double threshold) {
        if (!measured.isComplete()) {
            return described(measured, basis, whole, threshold);
        }
        double[] a = values(measured.a());
        double[] b = values(measured.b());
        return tested(
                measured,
                basis,
                whole,
                threshold,
                Welch.of(a, b, measured.leastA(), measured.leastB()));
    }

    /// @param welch test on the values of a complete row
    static Row tested(Quantity measured, Basis basis, double whole, double threshold, Welch welch) {
        double[] a = values(measured.a());
        double[] b = values(measured.b());
        double of = basis == Basis.ITSELF ? welch.meanA() : whole;
        boolean measurable = of > 0;
        @Nullable Interval interval =
                basis == Basis.ITSELF ? welch.ratio() : measurable ? welch.difference(of) : null;
        return new Row(
                measured.name(),
                measured.unit(),
                measured.better(),
                basis,
                measured.a(),
                measured.b(),
                Rounding.round((welch.meanB() - welch.meanA()) / of),
                Rounding.round(welch.meanB() / welch.meanA() - 1),
                Rounding.round(interval),
                Rounding.round(welch.p()),
                null,
                Rounding.round(ranks(a, b)),
                measurable ? Rounding.round(SelfDifferences.floor(a, b) / of) : null,
                measurable ? Rounding.round(welch.detectable(of)) : null,
                threshold,
                null);
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
                threshold,
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

    private static double ranks(double[] a, double[] b) {
        boolean allEqual =
                Arrays.stream(a).allMatch(v -> v == a[0])
                        && Arrays.stream(b).allMatch(v -> v == a[0]);
        return allEqual ? 1 : MannWhitneyUTest.withDefaults().test(a, b).getPValue();
    }
}
