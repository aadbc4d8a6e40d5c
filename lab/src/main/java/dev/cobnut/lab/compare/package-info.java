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
/// verdict needs is in [dev.cobnut.lab.compare.Verdict]; how the numbers come about is in the
/// package-private classes under their heads.
///
/// **What it can see**, by simulation with five runs each that scatter by 2 to 4 %
/// (`ErrorRatesTest`): of A/A comparisons fewer than 1 in 20 find anything. 5 % more CPU per
/// request in a frame of its own is found in 9 of 10 from 300 samples a run on; in a frame that was
/// there before, from 2 400 samples a run on (with 800 it is 7 or 8 of 10, the rest inconclusive);
/// spread evenly over everything, hardly ever: that takes more runs.
@NullMarked
package dev.cobnut.lab.compare;

import org.jspecify.annotations.NullMarked;
