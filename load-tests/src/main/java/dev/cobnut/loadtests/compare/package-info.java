/// From what was recorded to what may be said about it.
///
/// ```text
/// RecordedSession   plan, runs and stacks of a session, as they lie on the disk
///       │  Comparison.of: a pure function; no clock, no random that is not seeded
///       ▼
/// Comparison        comparison.json: every number of tables, captions and badges, and the verdicts
/// ```
///
/// The unit is the run: a fresh JVM gives one value per row, however many samples it took. What a
/// verdict needs is in [dev.cobnut.loadtests.compare.Verdict]; how the numbers come about is in the
/// package-private classes under their heads.
@NullMarked
package dev.cobnut.loadtests.compare;

import org.jspecify.annotations.NullMarked;
