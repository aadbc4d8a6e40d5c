package dev.cobnut.lab.compare;

import java.util.List;

/// Whether the two variants of a window were asked the same question.
///
/// @param refusals why they were not, a sentence each; empty when they were
/// @param cautions what a reader should know all the same
/// @param doubtful runs that count and are named
public record WindowComparability(
        List<String> refusals, List<String> cautions, List<DoubtfulRun> doubtful) {

    public boolean comparable() {
        return refusals.isEmpty();
    }

    /// @param reasons a sentence each
    public record DoubtfulRun(String run, List<String> reasons) {}
}
