/// What the wiring does with the beans of a domain before it hands them to the framework.
///
/// - [GatewayDefinitions] declares a bean of type `CommandGateway<S, C>` for each bean of type
///   `Decider<S, C, E>`, named like the decider with `Gateway` appended. An injection point that
///   finds none, or several, ends the start with one sentence.
/// - [OneName] refuses two beans whose data would be kept under one name.
@NullMarked
package dev.cobnut.framework.autoconfigure.domain;

import org.jspecify.annotations.NullMarked;
