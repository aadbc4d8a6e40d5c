package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.statistics.Correction;
import dev.cobnut.lab.statistics.Places;
import dev.cobnut.lab.statistics.Welch;
import dev.cobnut.lab.statistics.Welch.RunVariance;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.jspecify.annotations.Nullable;

/// Compares quantities that do not come from a session by the same rules: Welch's test on the
/// values, one correction over all quantities, and the conditions of a [Verdict].
///
/// The caller estimates the variances, from the values of all quantities of a unit.
public final class ValueComparison {

    /// A value that every process repeats exactly is known no better than to this fraction.
    private static final double RESOLUTION = 1e-3;

    private ValueComparison() {}

    /// One quantity before and after.
    ///
    /// @param a one value of each process that was started for it, `b` likewise; a side with fewer
    ///   than two values is described, not tested
    /// @param threshold smallest relative change that matters
    public record Values(
            String name,
            Unit unit,
            Better better,
            List<@Nullable Double> a,
            List<@Nullable Double> b,
            double threshold) {

        private Rows.Quantity measured() {
            return new Rows.Quantity(
                    name, unit, better, Rows.side(a), Rows.side(b), 0, 0, Places.NONE);
        }
    }

    /// @param variances from the sides of all quantities of a unit: the variance of a side's values
    /// @param comparable true when both sides were measured under the same conditions
    /// @return one row per quantity, in the same order
    public static List<Row> of(
            List<Values> quantities,
            Function<List<double[]>, Function<double[], RunVariance>> variances,
            boolean comparable,
            double falseDiscoveryRate) {
        Map<Unit, Function<double[], RunVariance>> ofUnit =
                quantities.stream()
                        .filter(values -> values.measured().isComplete())
                        .collect(
                                Collectors.groupingBy(
                                        Values::unit,
                                        Collectors.flatMapping(
                                                ValueComparison::sides,
                                                Collectors.collectingAndThen(
                                                        Collectors.toList(), variances))));
        List<Row> rows =
                quantities.stream()
                        .map(values ->
                                row(
                                        values,
                                        ofUnit.getOrDefault(
                                                values.unit(), variances.apply(List.of()))))
                        .toList();
        Correction correction = Correction.of(List.of(VerdictRule.p(rows)), falseDiscoveryRate, 1);
        return new VerdictRule(comparable, falseDiscoveryRate).judge(rows, correction);
    }

    private static Stream<double[]> sides(Values values) {
        Rows.Quantity measured = values.measured();
        return Stream.of(Rows.values(measured.a()), Rows.values(measured.b()));
    }

    private static Row row(Values values, Function<double[], RunVariance> variance) {
        Rows.Quantity measured = values.measured();
        Row row = Rows.described(measured, Basis.ITSELF, 0, values.threshold());
        if (!measured.isComplete()) {
            return row;
        }
        double[] a = Rows.values(measured.a());
        double[] b = Rows.values(measured.b());
        double least =
                square(RESOLUTION * Math.max(Mean.of(a).getAsDouble(), Mean.of(b).getAsDouble()));
        RunVariance ofA = atLeast(least, variance.apply(a));
        RunVariance ofB = atLeast(least, variance.apply(b));
        Welch welch =
                row.isRatio()
                        ? Welch.of(Rows.logs(a), Rows.logs(b), ofLogs(ofA, a), ofLogs(ofB, b))
                        : Welch.of(a, b, ofA, ofB);
        return Rows.tested(row, 0, welch);
    }

    private static RunVariance atLeast(double least, RunVariance own) {
        return new RunVariance(Math.max(least, own.ofOne()), own.degrees());
    }

    private static RunVariance ofLogs(RunVariance own, double[] values) {
        return new RunVariance(Rows.relative(own.ofOne(), values), own.degrees());
    }

    private static double square(double value) {
        return value * value;
    }
}
