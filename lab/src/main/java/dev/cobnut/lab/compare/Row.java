package dev.cobnut.lab.compare;

import dev.cobnut.lab.statistics.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One quantity, before and after.
///
/// @param change of the means, as a fraction of the row's [Basis]; null when that is zero
/// @param relative change of the means as a fraction of A's; null when A's is zero
/// @param interval of `change`, 95 %; null when it is unbounded
/// @param p Welch's t test on the values of the runs, with a floor under the variances; null for a
///   row that is not tested
/// @param adjusted p after the correction for all rows of the comparison
/// @param mannWhitney the exact rank test beside it, uncorrected; says nothing by itself: with five
///   runs each it cannot go below 0.008
/// @param floor 95th percentile of the differences of the variants' own runs against themselves
/// @param detectable the change that would be seen in four of five sessions like this one, before
///   the correction
/// @param threshold least change that matters, in the measure of `change`
/// @param verdict null for a row that only describes
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

    /// What a change is a fraction of.
    public enum Basis {
        /// A's mean of the same row.
        ITSELF,
        /// A's mean of the whole: of all CPU time, of all bytes. A frame that doubles from 0.01 %
        /// of it matters to nobody.
        TOTAL,
        /// The length of the window.
        WINDOW
    }

    /// @param values of the runs, in their order; null where a run has none
    /// @param mean null when no run has a value
    /// @param share mean as a fraction of the mean of the whole; null where there is no whole
    /// @param perSecond mean of the runs; null where the row is no cost per operation
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
