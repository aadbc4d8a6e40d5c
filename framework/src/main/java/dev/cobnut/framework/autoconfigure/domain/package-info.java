/// What the wiring does with the beans of a domain before it hands them to the framework.
///
/// - [DomainBeans] registers a `CommandGateway<S, C>` for each `Decider<S, C, E>`, and a `View<V>`
///   for each `Projection<V>`. An injection point that finds none, or several, ends the start with
///   one sentence.
/// - [DomainCodecs] says who reads the events of which category, and refuses two that would.
/// - [BoundaryGateways] opens the gateways of boundaries.
/// - [OneName] refuses two beans whose data would be kept under one name.
@NullMarked
package dev.cobnut.framework.autoconfigure.domain;

import org.jspecify.annotations.NullMarked;
