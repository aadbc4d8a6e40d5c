/// What the load generator sends: Gatling simulations in three layers.
///
/// ```text
/// OrderRequests   one HTTP request each, with what its answer has to be
/// Journeys        what one user does: a few requests, one after the other
/// *Simulation     which journeys, how many users start per second
///
/// UserFeed        one record per user, out of a seed: CustomerSpread, Baskets, JourneyDeck
/// Generator       main class of the generator's own JVM; told what to do on standard input
/// ```
///
/// In: a [LoadPlan]. Out: Gatling's `simulation.log`, and lines on standard output that say when
/// the first user began and how it goes. Two runs of the same plan send the same data; only their
/// idempotency keys differ, so that the second one is not answered from memory.
@NullMarked
package dev.cobnut.loadtests.simulation;

import org.jspecify.annotations.NullMarked;
