/// Tests of the projections.
@NullMarked
package dev.cobnut.orders.view;

import org.jspecify.annotations.NullMarked;
