/// Commands: they are sent to a stream, decided, and answered.
///
/// In: a [Command] with its expected version and idempotency key. Out: a [CommandResult]; expected
/// outcomes are values. A [Decider] is pure: it decides and evolves, and knows no journal, map or
/// thread.
@NullMarked
package dev.cobnut.framework.command;

import org.jspecify.annotations.NullMarked;
