/// A sink that is slower than the orders come.
@NullMarked
package dev.cobnut.loadtests.variant.sink;

import org.jspecify.annotations.NullMarked;
