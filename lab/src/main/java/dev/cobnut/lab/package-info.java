/// The performance lab: measures a JVM service and compares two variants of it. A
/// [Subject][dev.cobnut.lab.session.Subject] describes the service to the lab.
///
/// ```text
/// service      a service as a process: start, ready, kill -9, stop
/// generator    Gatling in a JVM of its own
/// load         the generator's log as figures, the service's counters
/// machine      the machine of a measurement, and the activity of other processes on it
/// capture      takes profiles of a running process and reads them
/// stacks       the samples of a profiler as tables; subsystems by patterns
/// measurement  the measurements as records
/// plan         the plan of a session: session.yaml
/// session      measures the two variants of a session, run by run
/// statistics   tests, intervals, corrections
/// compare      two variants' runs: verdicts, comparison.json
/// flamegraph   pictures and pages
/// report       report, lists, gallery and gate
/// template     templates of the pages
/// cli          behaviour that all command lines share
/// ```
@NullMarked
package dev.cobnut.lab;

import org.jspecify.annotations.NullMarked;
