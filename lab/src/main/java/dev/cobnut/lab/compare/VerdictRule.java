package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.statistics.Interval;
import org.jspecify.annotations.Nullable;

/// Computes the verdict of a row from the numbers of the row alone; see [Verdict].
record VerdictRule(boolean comparable, double falseDiscoveryRate) {

    Row judge(Row row, @Nullable Double adjusted) {
        return new Row(
                row.name(),
                row.unit(),
                row.better(),
                row.basis(),
                row.a(),
                row.b(),
                row.change(),
                row.relative(),
                row.interval(),
                row.p(),
                Rounding.round(adjusted),
                row.mannWhitney(),
                row.floor(),
                row.detectable(),
                row.threshold(),
                verdict(row, adjusted));
    }

    private @Nullable Verdict verdict(Row row, @Nullable Double adjusted) {
        if (row.a().mean() == null || row.b().mean() == null) {
            return Verdict.NOT_COMPARABLE;
        }
        if (adjusted == null) {
            return null;
        }
        if (!comparable) {
            return Verdict.NOT_COMPARABLE;
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

    /// True when the interval contains a change that matters, and the session could have missed it
    /// or hints at it.
    private static boolean mayMatter(Row row) {
        Interval interval = row.interval();
        if (interval == null) {
            return true;
        }
        boolean reaches = interval.high() > row.threshold() || interval.low() < -row.threshold();
        boolean blunt = row.detectable() == null || row.detectable() > row.threshold();
        return reaches && (blunt || excludes(interval, 0));
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
