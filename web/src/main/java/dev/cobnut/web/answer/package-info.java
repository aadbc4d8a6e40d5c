/// Answers: the outcome of a command, a long list piece by piece, and every error as a problem.
///
/// ```text
/// request        ─▶ StreamResource, BoundaryResource ─▶ the state and its version
/// CommandResult  ─▶ CommandAnswers  ─▶ Accepted, or a ProblemException
/// BoundaryResult ─▶ BoundaryAnswers ─▶ Accepted, or a ProblemException
/// exception      ─▶ ProblemAdvice, ProblemErrorController ─▶ ProblemWriter
/// ```
///
/// No answer names a class or shows a stack trace.
@NullMarked
package dev.cobnut.web.answer;

import org.jspecify.annotations.NullMarked;
