/// Handlers in a Spring application that has a database and transactions of its own. A part of the
/// code is in `docs/handlers.md`.
@NullMarked
package dev.cobnut.test.transaction;

import org.jspecify.annotations.NullMarked;
