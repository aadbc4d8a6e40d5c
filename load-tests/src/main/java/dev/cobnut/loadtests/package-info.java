/// Load and fault tests of the order service, from outside: over HTTP, against its own process.
///
/// ```text
/// service   the order service as a process: start, ready, kill -9, stop
/// orders    its API as a client sees it: commands, answers, reads
/// http      a load generator that costs little
/// proxy     loses answers on the way back
/// ledger    what was sent and answered, written down; verified after every crash
/// profile   takes profiles of a running process and reads them
/// plan      what a session is to do: session.yaml
/// session   measures the two variants of a session, run by run
/// compare   two variants' runs: statistics, verdicts, comparison.json
/// report    what people read of it: report, lists, gallery, gate
/// demo      the story that ./cobnut demo tells
/// ```
@NullMarked
package dev.cobnut.loadtests;

import org.jspecify.annotations.NullMarked;
