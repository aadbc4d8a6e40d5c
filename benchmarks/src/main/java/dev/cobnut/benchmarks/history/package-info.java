/// The recorded runs: append-only files with one run per line.
///
/// ```text
/// benchmarks/history/<machine>.jsonl     a file for each machine
///   RunRecord        when, commit, RunEnvironment (machine, JDK), flags, what disturbed it
///     BenchmarkResult       one benchmark with one set of parameters; unit, settings
///       Fork         one process: its raw values, bytes per operation
/// ```
///
/// No command changes or removes a recorded run. A file of another form is rejected with one
/// sentence ([InvalidInputException]).
@NullMarked
package dev.cobnut.benchmarks.history;

import org.jspecify.annotations.NullMarked;
