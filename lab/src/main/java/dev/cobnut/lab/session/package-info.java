/// Optimization sessions: `./cobnut session run`.
///
/// ```text
/// session.yaml ──► plan.SessionPlan
///    │  VariantBuild   a jar per variant: of the working tree, or of a commit in a separate checkout
///    │  PlannedService instead of it, when the plan has a service of its own
///    │  KneeSearch     the rate that window rates are shares of, once
///    │  Schedule       load and windows of a run, the same for all runs
///    ▼
/// SessionRuns         A B B A …, a fresh JVM each; resumes after an interruption
///    │  RunMeasurer: RunRecorder ─► LiveRun (SteadyState, then the windows) ─► CapturedWindow
///    ▼
/// RawRuns             raw/<run>/run.json and stacks, one folder per run
///    │  SessionFiles
///    ▼
/// runs.json, flamegraphs/<name>/stacks ──► the report
/// ```
///
/// Promises: the whole plan is checked before anything is started. Measurements are kept after any
/// later failure. Every run of a session is started and loaded in the same way.
@NullMarked
package dev.cobnut.lab.session;

import org.jspecify.annotations.NullMarked;
