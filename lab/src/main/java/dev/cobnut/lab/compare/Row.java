package dev.cobnut.lab.compare;

import dev.cobnut.lab.statistics.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One quantity in A and B.
///
/// @param change of the means, as a fraction of the row's [Basis]; null when the basis is zero
/// @param relative change of the means as a fraction of A's mean; null when A's mean is zero
/// @param interval 95 % confidence interval of `change`; null when it is unbounded
/// @param p Welch's t test on the values of the runs, with a least variance; null for a row that is
///   not tested
/// @param adjusted p after the correction for all rows of the comparison
/// @param mannWhitney exact rank test, not adjusted; with five runs each it cannot go below 0.008,
///   so it decides nothing
/// @param floor 95th percentile of the differences of the variants' own runs against themselves
/// @param detectable the smallest change that four of five sessions like this one would detect,
///   before the correction
/// @param threshold smallest change that matters, in the measure of `change`
/// @param verdict null for a row that is not tested
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
        @Nullable Double mannWhitney,
        @Nullable Double floor,
        @Nullable Double detectable,
        double threshold,
        @Nullable Verdict verdict) {

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
    /// @param mean null when no run has a value
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
            @Nullable Double samplingError) {}
}
