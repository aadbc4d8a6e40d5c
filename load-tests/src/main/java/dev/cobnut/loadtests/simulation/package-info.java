/// What the load generator sends: Gatling simulations in three layers.
///
/// ```text
/// GatlingRequests   one HTTP request each, with what its answer has to be
/// Journeys          what one user does: a few requests, one after the other
/// OrderWorkload     which journeys, and the rate over time; OrderSimulation runs it
///
/// UserFeed          one record per user, out of a seed: CustomerSpread, Baskets, JourneyDeck
/// ```
///
/// Two runs of the same plan send the same data; only their idempotency keys differ, so that the
/// second one is not answered from memory.
@NullMarked
package dev.cobnut.loadtests.simulation;

import org.jspecify.annotations.NullMarked;
