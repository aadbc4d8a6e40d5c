/// Load and fault tests of the order service, from outside: over HTTP, against its own process.
///
/// ```text
/// service      the order service for the lab: how it is started, counted and held back
/// orders       its API as a client sees it: commands, answers, reads
/// http         a load generator that costs little
/// proxy        loses answers on the way back
/// ledger       what was sent and answered, written down; verified after every crash
/// cluster      members over one database, and the faults that befall them
/// demo         the story that ./cobnut demo tells
/// simulation   what Gatling sends: requests, journeys, simulations, and their data
/// load         ./cobnut load
/// variant      plug-ins of the service that sessions compare; not part of the product
/// capacity     what a demand takes, computed from stored figures
/// ```
@NullMarked
package dev.cobnut.loadtests;

import org.jspecify.annotations.NullMarked;
