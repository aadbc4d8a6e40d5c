/// The artifacts as others get them: what their POMs say, and applications that depend on them.
@NullMarked
package dev.cobnut.artifacts;

import org.jspecify.annotations.NullMarked;
