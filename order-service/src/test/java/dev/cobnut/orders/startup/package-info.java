/// Tests of the start, and of starts that fail.
@NullMarked
package dev.cobnut.orders.startup;

import org.jspecify.annotations.NullMarked;
