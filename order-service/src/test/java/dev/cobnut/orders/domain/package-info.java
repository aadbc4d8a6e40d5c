/// Tests of the rules.
@NullMarked
package dev.cobnut.orders.domain;

import org.jspecify.annotations.NullMarked;
