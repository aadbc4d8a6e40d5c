/// Load and fault tests of the order service. They run outside of its process and use HTTP.
///
/// ```text
/// service      the order service for the lab: start, counters, holding of the delivery
/// orders       its API as a client sees it: commands, answers, reads
/// http         a load generator that uses little CPU
/// proxy        drops answers of the service
/// ledger       records commands and answers; verifies them after every crash
/// cluster      members over one database, and their faults
/// demo         ./cobnut demo
/// simulation   the load that Gatling sends: requests, journeys, simulations, and their data
/// knee         the highest rate that the service sustains
/// load         ./cobnut load
/// profile      ./cobnut profile: recordings of any JVM as tables, pictures and pages
/// variant      plug-ins of the service that sessions compare; not part of the product
/// capacity     ./cobnut capacity: the nodes that a demand takes, computed from stored figures
/// ```
@NullMarked
package dev.cobnut.loadtests;

import org.jspecify.annotations.NullMarked;
