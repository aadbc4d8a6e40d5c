/// Load on a service, and what was seen of it.
///
/// ```text
/// LoadProcess      the generator in a JVM of its own; runs a LoadPlan
/// LoadLog          what Gatling wrote down, as figures of any interval
/// ServiceCounters  what the service says of itself, and differences of it
/// Knee             the highest rate that a service keeps up with: a Sweep finds it
/// ```
@NullMarked
package dev.cobnut.lab.load;

import org.jspecify.annotations.NullMarked;
