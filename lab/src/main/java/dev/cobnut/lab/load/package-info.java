/// Puts load on a service and measures the service under it.
///
/// ```text
/// LoadProcess      the generator in a JVM of its own; runs a LoadPlan
/// LoadLog          Gatling's log as figures of any interval
/// ServiceCounters  the service's counters, and differences between two scrapes
/// ```
@NullMarked
package dev.cobnut.lab.load;

import org.jspecify.annotations.NullMarked;
