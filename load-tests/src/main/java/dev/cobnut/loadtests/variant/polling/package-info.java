/// Polls the outbox at a fixed interval.
@NullMarked
package dev.cobnut.loadtests.variant.polling;

import org.jspecify.annotations.NullMarked;
