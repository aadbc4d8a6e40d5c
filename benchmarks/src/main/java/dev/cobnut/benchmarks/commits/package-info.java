/// Measures commits side by side, each in a worktree of its own; the checkout stays as it is.
///
/// ```text
/// bench compare-commits    two commits in rounds: a table like the one of bench compare
/// bench bisect             good, bad and the one in the middle in rounds: the first slow commit
/// ```
///
/// A round measures each commit once, one directly after the other, and every second round has the
/// reverse order. What a round gives is a ratio: a machine that is slow for a while slows all
/// commits of the round.
@NullMarked
package dev.cobnut.benchmarks.commits;

import org.jspecify.annotations.NullMarked;
