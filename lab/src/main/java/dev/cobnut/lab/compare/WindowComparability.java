package dev.cobnut.lab.compare;

import java.util.List;

/// The gate's result for one window.
///
/// @param refusals reasons why the variants cannot be compared, one sentence each; empty when they
///   can
/// @param cautions facts that a reader should know in any case, one sentence each
/// @param doubtful runs that count although their measurement is doubtful
public record WindowComparability(
        List<String> refusals, List<String> cautions, List<DoubtfulRun> doubtful) {

    public boolean comparable() {
        return refusals.isEmpty();
    }

    /// @param reasons one sentence each
    public record DoubtfulRun(String run, List<String> reasons) {}
}
