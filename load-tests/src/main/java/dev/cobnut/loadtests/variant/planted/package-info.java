/// Slowdowns that a comparison has to find, by kind and size.
@NullMarked
package dev.cobnut.loadtests.variant.planted;

import org.jspecify.annotations.NullMarked;
