/// The door for commands: which stream, which domain, which answer.
///
/// In: a [Command] with its expected version and idempotency key. Out: a [CommandResult]; expected
/// outcomes are values. A [Decider] is pure: it decides and evolves, and knows nothing of journals,
/// maps or threads.
@NullMarked
package dev.cobnut.framework.command;

import org.jspecify.annotations.NullMarked;
