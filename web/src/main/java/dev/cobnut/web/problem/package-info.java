/// Errors that are reported to clients, as problem details (RFC 9457).
///
/// In: what is wrong, as a [Problem] of a [ProblemType]. Out: a [ProblemException], which ends the
/// request; `answer` writes it.
@NullMarked
package dev.cobnut.web.problem;

import org.jspecify.annotations.NullMarked;
