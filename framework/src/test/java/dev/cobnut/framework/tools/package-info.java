/// The programs that tests need beside the JDK, and how to hide them; the code of the
/// documentation.
@NullMarked
package dev.cobnut.framework.tools;

import org.jspecify.annotations.NullMarked;
