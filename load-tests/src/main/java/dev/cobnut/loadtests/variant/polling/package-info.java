/// Polling by the clock.
@NullMarked
package dev.cobnut.loadtests.variant.polling;

import org.jspecify.annotations.NullMarked;
