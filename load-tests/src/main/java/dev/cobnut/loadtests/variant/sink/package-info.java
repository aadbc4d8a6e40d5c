/// A sink that is slower than the incoming orders.
@NullMarked
package dev.cobnut.loadtests.variant.sink;

import org.jspecify.annotations.NullMarked;
