/// What was measured, where and of what: append-only files of runs, one a line.
///
/// ```text
/// benchmarks/history/<machine>.jsonl     a file for each machine
///   RunRecord        when, commit, RunEnvironment (machine, JDK), flags, what disturbed it
///     BenchmarkResult       one benchmark with one set of parameters; unit, settings
///       Fork         one process: its raw values, bytes per operation
/// ```
///
/// Nothing is ever changed or removed by a command. A file that is not of this form is refused with
/// a sentence ([InvalidInputException]).
@NullMarked
package dev.cobnut.benchmarks.history;

import org.jspecify.annotations.NullMarked;
