/// What a run says, for people: tables in Markdown, and the part of `docs/benchmarks.md` that is
/// written by a command. No number in them comes from anywhere but a recorded run.
@NullMarked
package dev.cobnut.benchmarks.results;

import org.jspecify.annotations.NullMarked;
