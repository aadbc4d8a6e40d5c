@NullMarked
package dev.cobnut.orders.webhook;

import org.jspecify.annotations.NullMarked;
