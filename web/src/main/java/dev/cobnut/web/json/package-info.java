/// JSON bodies, read and written token by token within limits.
///
/// In: the bytes of a body. Out: values that passed their rules, or one
/// [dev.cobnut.web.problem.ProblemException] that names every wrong field by its JSON pointer (RFC
/// 6901).
///
/// Nothing is rounded, guessed or ignored silently. A service that binds bodies by Jackson does not
/// need it.
@NullMarked
package dev.cobnut.web.json;

import org.jspecify.annotations.NullMarked;
