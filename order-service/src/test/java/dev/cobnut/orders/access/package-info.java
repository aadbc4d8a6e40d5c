@NullMarked
package dev.cobnut.orders.access;

import org.jspecify.annotations.NullMarked;
