/// Load and fault tests of the order service, from outside: over HTTP, against its own process.
///
/// ```text
/// service     the order service as a process: start, ready, kill -9, stop
/// orders      its API as a client sees it: commands, answers, reads
/// http        a load generator that costs little
/// proxy       loses answers on the way back
/// ledger      what was sent and answered, written down; verified after every crash
/// simulation  what Gatling sends: requests, journeys, simulations, and their data
/// load        ./cobnut load: the generator's process, its log as figures, the knee
/// machine     what ran where, and who else wanted the processors
/// demo        the story that ./cobnut demo tells
/// ```
@NullMarked
package dev.cobnut.loadtests;

import org.jspecify.annotations.NullMarked;
