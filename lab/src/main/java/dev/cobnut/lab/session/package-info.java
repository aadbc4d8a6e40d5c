/// Optimization sessions: `./cobnut session run`.
///
/// ```text
/// session.yaml ──► plan.SessionPlan
///    │  VariantBuild   a jar per variant: the working tree's, or a commit's out of a checkout
///    │  KneeSearch     the rate that shares are of, once
///    │  Schedule       load and windows of a run, the same for all
///    ▼
/// SessionRuns         A B B A …, a fresh JVM each; goes on where it stopped
///    │  RunMeasurer: RunRecorder ─► LiveRun ─► CapturedWindow
///    ▼
/// RawRuns             raw/<run>/run.json and stacks, one folder per run
///    │  SessionFiles
///    ▼
/// runs.json, flamegraphs/<name>/stacks ──► the report
/// ```
///
/// Promises: everything in the plan is checked before anything is started; what was measured is
/// kept, whatever happens later; every run of a session is started and loaded in the same way.
@NullMarked
package dev.cobnut.lab.session;

import org.jspecify.annotations.NullMarked;
