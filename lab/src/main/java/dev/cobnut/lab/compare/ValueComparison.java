package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.statistics.Correction;
import dev.cobnut.lab.statistics.TypicalVariance;
import dev.cobnut.lab.statistics.Welch;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares quantities that do not come from a session by the same rules: Welch's test on the
/// values, one correction over all quantities, and the conditions of a [Verdict].
///
/// The variances are moderated ([TypicalVariance]). With a hundred quantities of three values each,
/// tests on the separate variances would find almost nothing.
public final class ValueComparison {

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
            return new Rows.Quantity(name, unit, better, Rows.side(a), Rows.side(b), 0, 0);
        }
    }

    /// @param comparable true when both sides were measured under the same conditions
    /// @return one row per quantity, in the same order
    public static List<Row> of(
            List<Values> quantities, boolean comparable, double falseDiscoveryRate) {
        Map<Unit, TypicalVariance> typical =
                quantities.stream()
                        .filter(values -> values.measured().isComplete())
                        .collect(
                                Collectors.groupingBy(
                                        Values::unit,
                                        Collectors.flatMapping(
                                                ValueComparison::sides,
                                                Collectors.collectingAndThen(
                                                        Collectors.toList(),
                                                        TypicalVariance::of))));
        List<Row> rows =
                quantities.stream()
                        .map(values ->
                                row(
                                        values,
                                        typical.getOrDefault(
                                                values.unit(), TypicalVariance.UNKNOWN)))
                        .toList();
        List<@Nullable Double> p = rows.stream().<@Nullable Double>map(Row::p).toList();
        Correction correction = Correction.of(List.of(p), falseDiscoveryRate);
        Iterator<@Nullable Double> adjusted = correction.adjust(p).iterator();
        VerdictRule judge = new VerdictRule(comparable, falseDiscoveryRate);
        return rows.stream().map(row -> judge.judge(row, adjusted.next())).toList();
    }

    private static Stream<double[]> sides(Values values) {
        Rows.Quantity measured = values.measured();
        return Stream.of(Rows.values(measured.a()), Rows.values(measured.b()));
    }

    private static Row row(Values values, TypicalVariance typical) {
        Rows.Quantity measured = values.measured();
        if (!measured.isComplete()) {
            return Rows.described(measured, Basis.ITSELF, 0, values.threshold());
        }
        double[] a = Rows.values(measured.a());
        double[] b = Rows.values(measured.b());
        return Rows.tested(
                measured,
                Basis.ITSELF,
                0,
                values.threshold(),
                Welch.of(a, b, typical.moderate(a), typical.moderate(b)));
    }
}
