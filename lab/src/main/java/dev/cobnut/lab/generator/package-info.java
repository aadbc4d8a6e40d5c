/// The load generator: Gatling in its own JVM, which stays warm from load to load.
///
/// ```text
/// Generator    main class; reads its commands from standard input
/// Assignment   its instructions: a LoadPlan, the LoadSimulation, the target
/// Injection    starts users at the planned rate; the simulation defines what a user does
/// ```
///
/// In: a [LoadPlan][dev.cobnut.lab.generator.LoadPlan]. Out: Gatling's `simulation.log`, and lines
/// on standard output that report the first user and the progress.
@NullMarked
package dev.cobnut.lab.generator;

import org.jspecify.annotations.NullMarked;
