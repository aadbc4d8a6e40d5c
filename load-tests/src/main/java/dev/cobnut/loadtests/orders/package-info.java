/// A client of the order API.
///
/// In: a [CommandRequest]. Out: an [Answer], or an [java.io.IOException] when there is no answer.
/// After the exception, the command's effect is unknown until the command is sent again with its
/// key.
@NullMarked
package dev.cobnut.loadtests.orders;

import org.jspecify.annotations.NullMarked;
