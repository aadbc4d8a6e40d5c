/// The presentation of a run: Markdown tables, and the generated parts of `docs/benchmarks.md` and
/// `docs/runtime.md`. Every number in them comes from a recorded run.
@NullMarked
package dev.cobnut.benchmarks.results;

import org.jspecify.annotations.NullMarked;
