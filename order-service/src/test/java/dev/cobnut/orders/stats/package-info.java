@NullMarked
package dev.cobnut.orders.stats;

import org.jspecify.annotations.NullMarked;
