/// Runs benchmarks in turns, so that the values of a ratio are of the same minutes.
///
/// ```text
/// JmhCases        every benchmark × parameters × contender, of the JMH classes
/// ScenarioCases   the same of the scenarios, which JMH has no form for
///    │  Rounds: round by round; within a round the contenders of one question one after the
///    │          other, forwards in one round and backwards in the next; a JVM of its own each
///    ▼
/// RunRecord       ──► the history, the tables
/// ```
@NullMarked
package dev.cobnut.benchmarks.run;

import org.jspecify.annotations.NullMarked;
