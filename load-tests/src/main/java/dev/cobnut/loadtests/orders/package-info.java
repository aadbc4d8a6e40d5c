/// The order API as a client sees it.
///
/// In: an [CommandRequest]. Out: an [Answer], or an [java.io.IOException] when there is none: then
/// nobody knows whether the command took effect, and only sending it again with its key tells.
@NullMarked
package dev.cobnut.loadtests.orders;

import org.jspecify.annotations.NullMarked;
