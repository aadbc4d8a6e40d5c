/// Finds the commit that made a benchmark slower: `./cobnut bench bisect`.
///
/// Each commit is measured in a worktree of its own; the checkout stays as it is. The two ends are
/// measured first: without a difference between them there is nothing to search for.
@NullMarked
package dev.cobnut.benchmarks.bisect;

import org.jspecify.annotations.NullMarked;
