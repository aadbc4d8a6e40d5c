package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.statistics.Correction;
import dev.cobnut.lab.statistics.Interval;
import dev.cobnut.lab.statistics.Welch;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Computes the verdict of a row from the numbers of the row alone; see [Verdict].
///
/// @param comparable false for rows that get no verdict and are not in the correction
record VerdictRule(boolean comparable, double falseDiscoveryRate) {

    /// Judges the rows of one table.
    List<Row> judge(List<Row> rows, Correction correction) {
        if (!comparable) {
            return rows.stream().map(row -> row.with(null, null, verdict(row, null))).toList();
        }
        List<@Nullable Double> adjusted = correction.adjust(p(rows));
        List<@Nullable Double> significance = correction.significance(p(rows));
        return IntStream.range(0, rows.size())
                .mapToObj(i -> judge(rows.get(i), adjusted.get(i), significance.get(i)))
                .toList();
    }

    static List<@Nullable Double> p(List<Row> rows) {
        return rows.stream().<@Nullable Double>map(Row::p).toList();
    }

    /// @param adjusted p of the row after the correction; null for a row that is not tested
    /// @param significance the p up to which the row would be a finding
    private Row judge(Row row, @Nullable Double adjusted, @Nullable Double significance) {
        return row.with(
                Rounding.round(adjusted),
                Rounding.round(detectable(row, significance)),
                verdict(row, adjusted));
    }

    private static @Nullable Double detectable(Row row, @Nullable Double significance) {
        if (significance == null || row.error() == null || row.degrees() == null) {
            return null;
        }
        double least = Math.max(row.threshold(), floor(row));
        return row.isRatio()
                ? Math.expm1(
                        Welch.detectable(
                                row.error(), row.degrees(), significance, Math.log1p(least)))
                : Welch.detectable(row.error(), row.degrees(), significance, least);
    }

    private @Nullable Verdict verdict(Row row, @Nullable Double adjusted) {
        if (row.a().mean() == null || row.b().mean() == null) {
            return Verdict.NOT_COMPARABLE;
        }
        if (adjusted == null) {
            return row.p() == null ? null : Verdict.NOT_COMPARABLE;
        }
        boolean beyondChance = adjusted <= falseDiscoveryRate;
        if (row.change() == null) {
            return fromNothing(row, beyondChance);
        }
        double change = row.change();
        boolean matters = Math.abs(change) > row.threshold() && Math.abs(change) > floor(row);
        if (beyondChance && matters && excludes(row.interval(), 0)) {
            return direction(row.better(), change);
        }
        return mayMatter(row) ? Verdict.INCONCLUSIVE : Verdict.WITHIN_NOISE;
    }

    /// The verdict when A is zero: any rise exceeds every threshold.
    private static Verdict fromNothing(Row row, boolean beyondChance) {
        double rise = Math.max(0, row.b().mean() == null ? 0 : row.b().mean());
        if (rise == 0) {
            return Verdict.WITHIN_NOISE;
        }
        return beyondChance && row.basis() == Basis.ITSELF
                ? direction(row.better(), rise)
                : Verdict.INCONCLUSIVE;
    }

    /// True when the interval contains a change that matters.
    private static boolean mayMatter(Row row) {
        Interval interval = row.interval();
        return interval == null
                || interval.high() > row.threshold()
                || interval.low() < -row.threshold();
    }

    private static boolean excludes(@Nullable Interval interval, double value) {
        return interval != null && (interval.low() > value || interval.high() < value);
    }

    private static double floor(Row row) {
        return row.floor() == null ? 0 : row.floor();
    }

    private static Verdict direction(Better better, double change) {
        return switch (better) {
            case LOWER -> change < 0 ? Verdict.IMPROVED : Verdict.REGRESSED;
            case HIGHER -> change > 0 ? Verdict.IMPROVED : Verdict.REGRESSED;
            case NEITHER -> Verdict.WITHIN_NOISE;
        };
    }
}
