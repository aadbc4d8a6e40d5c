/// Load and fault tests of the order service and the performance lab, from outside: over HTTP,
/// against its own process.
///
/// ```text
/// service      the order service as a process: start, ready, kill -9, stop
/// orders       its API as a client sees it: commands, answers, reads
/// http         a load generator that costs little
/// proxy        loses answers on the way back
/// ledger       what was sent and answered, written down; verified after every crash
/// demo         the story that ./cobnut demo tells
///
/// simulation   what Gatling sends: requests, journeys, simulations, and their data
/// load         ./cobnut load: the generator's process, its log as figures, the knee
/// machine      what ran where, and who else wanted the processors
/// profile      takes profiles of a running process and reads them
/// stacks       what a profiler saw, as tables; subsystems by patterns
/// measurement  what was measured, as records
/// plan         what a session is to do: session.yaml
/// variant      plug-ins of the service that sessions compare; not part of the product
/// session      measures the two variants of a session, run by run
/// compare      two variants' runs: statistics, verdicts, comparison.json
/// flamegraph   pictures and pages
/// report       what people read of it: report, lists, gallery, gate
/// capacity     what a demand takes, computed from stored figures
/// ```
@NullMarked
package dev.cobnut.loadtests;

import org.jspecify.annotations.NullMarked;
