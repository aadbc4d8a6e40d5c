/// Tests of starting and of not starting.
@NullMarked
package dev.cobnut.orders.startup;

import org.jspecify.annotations.NullMarked;
