/// Starts, or says in one sentence why not.
///
/// In: a failure of the start. Out: one line on standard error, `Cannot start: <sentence>`, and a
/// non-zero exit. What no analyzer knows is a bug, and keeps its stack trace.
@NullMarked
package dev.cobnut.orders.startup;

import org.jspecify.annotations.NullMarked;
