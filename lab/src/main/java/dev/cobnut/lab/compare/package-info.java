/// Compares the recorded runs of a session and computes the verdicts.
///
/// ```text
/// RecordedSession   plan, runs and stacks of a session, as stored on disk
///       │  Comparison.of: a pure function; no clock, no random that is not seeded
///       ▼
/// Comparison        comparison.json: every number of tables, captions and badges, and the verdicts
/// ```
///
/// The unit is the run: a fresh JVM gives one value per row, no matter how many samples it took.
/// [dev.cobnut.lab.compare.Verdict] defines the conditions of a verdict. The package-private
/// classes describe the computation.
///
/// **Power**, by simulation with five runs each that scatter by 2 to 4 % (`ErrorRatesTest`):
///
/// - Fewer than 1 in 20 A/A comparisons find a change.
/// - 5 % more CPU per request in a new frame is found in 9 of 10 sessions, from 300 samples per
///   run.
/// - The same in an existing frame is found in 9 of 10 sessions from 2 400 samples per run; with
///   800 samples in 7 or 8 of 10, and the others are inconclusive.
/// - The same spread evenly over all code is hardly ever found; that takes more runs. spread evenly
///   over everything, hardly ever: that takes more runs.
@NullMarked
package dev.cobnut.lab.compare;

import org.jspecify.annotations.NullMarked;
