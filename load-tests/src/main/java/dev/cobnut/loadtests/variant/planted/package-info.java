/// A slowdown that a comparison has to find.
@NullMarked
package dev.cobnut.loadtests.variant.planted;

import org.jspecify.annotations.NullMarked;
