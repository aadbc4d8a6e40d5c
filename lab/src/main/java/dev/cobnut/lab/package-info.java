/// The performance lab: measures a JVM service and compares two variants of it. What it has to know
/// of a service, it is told by a [Subject][dev.cobnut.lab.session.Subject].
///
/// ```text
/// service      a service as a process: start, ready, kill -9, stop
/// generator    Gatling in a JVM of its own
/// load         the generator's log as figures, the service's counters, the knee
/// machine      what ran where, and who else wanted the processors
/// capture      takes profiles of a running process and reads them
/// stacks       what a profiler saw, as tables; subsystems by patterns
/// measurement  what was measured, as records
/// plan         what a session is to do: session.yaml
/// session      measures the two variants of a session, run by run
/// statistics   tests, intervals, corrections, change points
/// compare      two variants' runs: verdicts, comparison.json
/// flamegraph   pictures and pages
/// report       what people read of it: report, lists, gallery, gate
/// cli          what all command lines have in common
/// ```
@NullMarked
package dev.cobnut.lab;

import org.jspecify.annotations.NullMarked;
