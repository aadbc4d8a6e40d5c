/// The commit that made a benchmark slower: `./cobnut bench bisect`.
///
/// Commits are looked at in worktrees of their own beside the checkout, which is not touched. The
/// two ends are measured first: what does not differ cannot be divided.
@NullMarked
package dev.cobnut.benchmarks.bisect;

import org.jspecify.annotations.NullMarked;
