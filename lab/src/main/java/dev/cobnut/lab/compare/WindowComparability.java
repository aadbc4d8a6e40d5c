package dev.cobnut.lab.compare;

import static java.util.Objects.requireNonNull;

import java.util.List;

/// The gate's result for one window.
///
/// @param refusals reasons why the variants cannot be compared, one sentence each; empty when they
///   can
/// @param unsettled reasons why only code that one variant has gets a verdict, one sentence each:
///   the window shows the start of the service rather than the service
/// @param cautions facts that a reader should know in any case, one sentence each
/// @param doubtful runs that count although their measurement is doubtful
public record WindowComparability(
        List<String> refusals,
        List<String> unsettled,
        List<String> cautions,
        List<DoubtfulRun> doubtful) {

    /// The begin of the sentence about the compiler's share.
    public static final String COMPILER = "The compiler has ";

    public WindowComparability {
        requireNonNull(unsettled, "an earlier build wrote it, `session report` writes it anew");
    }

    public boolean comparable() {
        return refusals.isEmpty();
    }

    /// @param reasons one sentence each
    public record DoubtfulRun(String run, List<String> reasons) {}
}
