/// Checks the settings before the start, and reports a start that fails in one sentence.
///
/// In: a failure of the start. Out: one line on standard error, `Cannot start: <sentence>`, and a
/// non-zero exit. A failure that no analyzer knows is a bug and keeps its stack trace.
@NullMarked
package dev.cobnut.orders.startup;

import org.jspecify.annotations.NullMarked;
