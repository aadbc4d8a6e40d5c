/// What an optimization session is to do: `session.yaml` as records.
///
/// In: the file. Out: a [SessionPlan] in which everything is set and checked, or an
/// [InvalidPlanException] with one sentence that names the line, the key and what is allowed.
@NullMarked
package dev.cobnut.lab.plan;

import org.jspecify.annotations.NullMarked;
