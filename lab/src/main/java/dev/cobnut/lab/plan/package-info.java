/// The plan of an optimization session: `session.yaml` as records.
///
/// In: the file. Out: a [SessionPlan] with all values set and checked, or an [InvalidPlanException]
/// with one sentence that names the line, the key and the allowed values.
@NullMarked
package dev.cobnut.lab.plan;

import org.jspecify.annotations.NullMarked;
