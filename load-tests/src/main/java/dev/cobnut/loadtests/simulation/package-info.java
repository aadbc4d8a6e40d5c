/// The load that the generator sends: Gatling simulations in three layers.
///
/// ```text
/// GatlingRequests   the HTTP requests, each with its expected answer
/// Journeys          the actions of one user: a few requests, one after the other
/// OrderWorkload     the choice of journeys and the rate over time; OrderSimulation runs it
///
/// UserFeed          one record per user, from a seed: CustomerSpread, Basket, JourneyDeck
/// ```
///
/// Two runs of the same plan send the same data. Only their idempotency keys differ, so that the
/// service does not answer the second run from the stored answers.
@NullMarked
package dev.cobnut.loadtests.simulation;

import org.jspecify.annotations.NullMarked;
