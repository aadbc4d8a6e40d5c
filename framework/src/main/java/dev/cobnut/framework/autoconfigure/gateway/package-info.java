/// Declares a gateway bean for each decider bean.
///
/// In: the definitions of all [dev.cobnut.framework.command.Decider] beans. Out: a bean of type
/// `CommandGateway<S, C>` for each `Decider<S, C, E>`, named like the decider with `Gateway`
/// appended. An injection point that finds none, or several, ends the start with one sentence.
@NullMarked
package dev.cobnut.framework.autoconfigure.gateway;

import org.jspecify.annotations.NullMarked;
