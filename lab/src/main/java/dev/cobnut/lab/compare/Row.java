package dev.cobnut.lab.compare;

import dev.cobnut.lab.statistics.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One quantity in A and B.
///
/// A tested row that is positive in every run is compared as a ratio: its means are geometric, and
/// test and interval are those of the logarithms. The interval then never falls below -100 %, and a
/// single slow run weighs less. The linear drift over the order of the runs is no scatter.
///
/// @param change of the means, as a fraction of the row's [Basis]; null when the basis is zero
/// @param relative change of the means as a fraction of A's mean; null when A's mean is zero
/// @param interval 95 % confidence interval of `change`; null when it is unbounded
/// @param p Welch's t test on the values of the runs, with a least variance; null for a row that is
///   not tested
/// @param adjusted p after the correction for all rows of the comparison
/// @param error standard error of `change`, or of its logarithm when the row is compared as a ratio
/// @param degrees degrees of freedom of `error`
/// @param floor 95th percentile of the differences of the variants' own runs against themselves
/// @param detectable the change that the rule of the verdict finds in 80 of 100 sessions like this
///   one: with the correction for all rows, and beyond threshold and floor
/// @param threshold smallest change that matters, in the measure of `change`
/// @param verdict null for a row that is not tested, which is neither a change nor noise
/// @param note what the figures contain, or why the row is not tested; null when there is nothing
///   to say
public record Row(
        String name,
        Unit unit,
        Better better,
        Basis basis,
        Side a,
        Side b,
        @Nullable Double change,
        @Nullable Double relative,
        @Nullable Interval interval,
        @Nullable Double p,
        @Nullable Double adjusted,
        @Nullable Double error,
        @Nullable Double degrees,
        @Nullable Double floor,
        @Nullable Double detectable,
        double threshold,
        @Nullable Verdict verdict,
        @Nullable String note) {

    /// The same row with a note.
    Row with(@Nullable String sentence) {
        return with(adjusted, detectable, verdict, sentence);
    }

    /// The same row with its verdict.
    Row with(@Nullable Double corrected, @Nullable Double found, @Nullable Verdict judged) {
        return with(corrected, found, judged, note);
    }

    private Row with(
            @Nullable Double corrected,
            @Nullable Double found,
            @Nullable Verdict judged,
            @Nullable String sentence) {
        return new Row(
                name, unit, better, basis, a, b, change, relative, interval, p, corrected, error,
                degrees, floor, found, threshold, judged, sentence);
    }

    /// True when the change is that of the geometric means.
    boolean isRatio() {
        return basis == Basis.ITSELF && a.isPositive() && b.isPositive();
    }

    public enum Better {
        LOWER,
        HIGHER,
        NEITHER
    }

    /// The denominator of a change.
    public enum Basis {
        /// A's mean of the same row.
        ITSELF,
        /// A's mean of the total, for example all CPU time or all bytes. A frame that doubles from
        /// 0.01 % of it does not matter.
        TOTAL,
        /// The length of the window.
        WINDOW
    }

    /// @param values of the runs, in their order; null where a run has none
    /// @param mean of the runs, geometric in a tested row that is compared as a ratio; null when no
    ///   run has a value
    /// @param share mean as a fraction of the mean of the total; null where there is no total
    /// @param perSecond mean of the runs; null where the row is not a cost per operation
    /// @param samples of all runs; null where nothing is sampled
    /// @param samplingError of the share, binomial, 95 %; null where nothing is sampled
    public record Side(
            List<@Nullable Double> values,
            @Nullable Double mean,
            @Nullable Double deviation,
            @Nullable Double share,
            @Nullable Double perSecond,
            @Nullable Long samples,
            @Nullable Double samplingError) {

        /// True when every run has a value above zero.
        boolean isPositive() {
            return !values.isEmpty() && values.stream().allMatch(v -> v != null && v > 0);
        }

        Side withMean(double other) {
            return new Side(
                    values,
                    Rounding.round(other),
                    deviation,
                    share,
                    perSecond,
                    samples,
                    samplingError);
        }
    }
}
