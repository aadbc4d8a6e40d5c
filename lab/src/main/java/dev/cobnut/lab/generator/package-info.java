/// The load generator: Gatling in a JVM of its own, which stays warm from load to load.
///
/// ```text
/// Generator    main class; told what to do on standard input
/// Assignment   what it is told: a LoadPlan, the LoadSimulation, the target
/// Injection    lets users start at the planned rate; what a user does is the simulation's
/// ```
///
/// In: a [LoadPlan][dev.cobnut.lab.generator.LoadPlan]. Out: Gatling's `simulation.log`, and lines
/// on standard output that say when the first user began and how it goes.
@NullMarked
package dev.cobnut.lab.generator;

import org.jspecify.annotations.NullMarked;
