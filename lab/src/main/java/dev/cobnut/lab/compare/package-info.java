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
/// `ErrorRatesTest` measures the error rates by simulation. `FoundSharesTest` publishes which
/// slowdowns a session finds, in `docs/sessions.md`.
@NullMarked
package dev.cobnut.lab.compare;

import org.jspecify.annotations.NullMarked;
